import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Public } from '../http/route-rules.js';
import { NOT_READY, publicReady, type Readiness } from '#telemetry/readiness.js';

/** Injection token of the readiness check. */
export const READINESS = Symbol('readiness');

/** Liveness and readiness probes, the only paths outside /v1. */
@Controller('health')
export class HealthController {
  constructor(@Inject(READINESS) private readonly readiness: Readiness) {}

  @Public()
  @Get('live')
  live(): object {
    return { status: 'live' };
  }

  /** Readiness; 503 engine.unavailable while Postgres cannot be reached. */
  @Public()
  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const ready = await this.readiness.read();
    if (ready) return publicReady(ready);
    reply.status(503).header('retry-after', '1');
    return NOT_READY;
  }
}
