import { Controller, Get, Module, type DynamicModule } from '@nestjs/common';
import type { Pool } from 'pg';

/** What the probes ask. */
export interface ProbeOptions {
  readonly pool: Pool;
  readonly feedState: () => string;
}

function probesController({ pool, feedState }: ProbeOptions) {
  @Controller('health')
  class ProbesController {
    @Get('live')
    live(): object {
      return { status: 'live' };
    }

    @Get('ready')
    async ready(): Promise<object> {
      await pool.query('SELECT 1');
      return { status: 'ready', feed: feedState() };
    }
  }
  return ProbesController;
}

/** Health probes of the extractor app, on a port of its own. */
@Module({})
export class ProbesModule {
  static of(options: ProbeOptions): DynamicModule {
    return { module: ProbesModule, controllers: [probesController(options)] };
  }
}
