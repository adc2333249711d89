import { Controller, Get, Inject } from '@nestjs/common';
import type { Pool } from 'pg';
import { POOL } from '#database/database.module.js';

/** The only paths outside /v1. */
@Controller('health')
export class HealthController {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  @Get('live')
  live(): object {
    return { status: 'live' };
  }

  /** Fails with 503 engine.unavailable while Postgres is out of reach. */
  @Get('ready')
  async ready(): Promise<object> {
    await this.pool.query('SELECT 1');
    return { status: 'ready' };
  }
}
