import { Controller, Get, Header, Module, Res, type DynamicModule } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Metrics } from '#telemetry/metrics.js';
import { NOT_READY, type Readiness } from '#telemetry/readiness.js';

/** Sources of the health probes and metrics. */
export interface ProbeOptions {
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  readonly feedState: () => string;
}

function probesController({ readiness, metrics, feedState }: ProbeOptions) {
  @Controller()
  class ProbesController {
    @Get('health/live')
    live(): object {
      return { status: 'live' };
    }

    /** Readiness; 503 while Postgres cannot be reached. */
    @Get('health/ready')
    async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
      const ready = await readiness.read();
      if (ready) return { ...ready, feed: feedState() };
      reply.status(503);
      return NOT_READY;
    }

    @Get('metrics')
    @Header('content-type', metrics.registry.contentType)
    scrape(): Promise<string> {
      return metrics.registry.metrics();
    }
  }
  return ProbesController;
}

/** Health probes and metrics of the extractor app, on their own port. */
@Module({})
export class ProbesModule {
  static of(options: ProbeOptions): DynamicModule {
    return { module: ProbesModule, controllers: [probesController(options)] };
  }
}
