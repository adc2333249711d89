import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Public } from '../http/route-rules.js';
import { NOT_READY, publicReady, type Readiness } from '#telemetry/readiness.js';

/** Injection token of what /health/ready asks. */
export const READINESS = Symbol('readiness');

/** The only paths outside /v1. */
@Controller('health')
export class HealthController {
  constructor(@Inject(READINESS) private readonly readiness: Readiness) {}

  @Public()
  @Get('live')
  live(): object {
    return { status: 'live' };
  }

  /** 503 engine.unavailable while Postgres is out of reach. */
  @Public()
  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const ready = await this.readiness.read();
    if (ready) return publicReady(ready);
    reply.status(503).header('retry-after', '1');
    return NOT_READY;
  }
}
