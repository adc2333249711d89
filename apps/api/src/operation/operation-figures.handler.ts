import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import { POOL, SYSTEM_POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import { scopeLag } from '#event-store/reader-state.js';
import type { Readiness } from '#telemetry/readiness.js';
import { deadLetters, scopeExtraction, scopeRates, scopeStorage } from '#telemetry/scope-figures.js';
import { READINESS } from '../health/health.controller.js';
import { CLOCK } from '../shared/clock.js';

const MAX_DEAD_LETTERS = 100;

/** Gets the figures of one scope; with `storage` also its rows and bytes. */
export class OperationFigures extends Query<object> {
  constructor(
    readonly scopeId: string,
    readonly storage: boolean,
  ) {
    super();
  }
}

@QueryHandler(OperationFigures)
export class OperationFiguresHandler implements IQueryHandler<OperationFigures> {
  /** @param system connects as the owner: the checkpoints of readers belong to no scope */
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(SYSTEM_POOL) private readonly system: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(READINESS) private readonly readiness: Readiness,
  ) {}

  async execute({ scopeId, storage }: OperationFigures): Promise<object> {
    const sql = inScope(this.pool, scopeId);
    const now = dateOfNanos(this.clock.nowNanos());
    return {
      extraction: await scopeExtraction(sql, scopeId, now),
      log_reader: await this.logReader(scopeId),
      last_hour: await scopeRates(sql, scopeId, now),
      dead_letters: await deadLetters(sql, scopeId, MAX_DEAD_LETTERS),
      storage: storage ? await scopeStorage(sql, scopeId) : null,
    };
  }

  /** Its state is that of the deployment, which the probe tells anybody; its lag counts events of the scope alone. */
  private async logReader(scopeId: string): Promise<object | null> {
    const reader = (await this.readiness.read())?.log_reader;
    if (!reader) return null;
    const { events, seconds } = await scopeLag(this.system, reader.reader, scopeId);
    return { reader: reader.reader, state: reader.state, lag_events: events, lag_seconds: seconds };
  }
}
