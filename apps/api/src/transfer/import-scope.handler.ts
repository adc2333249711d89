import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import type { AuditActor } from '#database/audit-trail.js';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import type { Embedder } from '#embeddings/embedder.js';
import { importScope, type ImportOptions, type ImportReport } from '#memories/transfer/import-scope.js';
import { API_OPTIONS, type ApiOptions } from '../options/api-options.js';
import { EMBEDDER } from '../recall/dense.js';
import { CLOCK } from '../shared/clock.js';

/** Imports lines of an export into a scope. */
export class ImportScope extends Command<ImportReport> {
  constructor(
    readonly scopeId: string,
    readonly lines: Buffer,
    /** Actor for the audit log, which records erasures. */
    readonly by: AuditActor,
    readonly takeQuota: NonNullable<ImportOptions['takeQuota']>,
  ) {
    super();
  }
}

@CommandHandler(ImportScope)
export class ImportScopeHandler implements ICommandHandler<ImportScope> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(EMBEDDER) private readonly embedder: Embedder | null,
    @Inject(API_OPTIONS) private readonly options: ApiOptions,
  ) {}

  execute({ scopeId, lines, by, takeQuota }: ImportScope): Promise<ImportReport> {
    const { extract, onCommit } = this.options;
    return importScope(
      {
        ...{ scopeId, by, takeQuota, extract, sql: inScope(this.pool, scopeId) },
        now: dateOfNanos(this.clock.nowNanos()),
        vectorModel: this.embedder?.version ?? null,
        onBatch: () => onCommit?.(),
      },
      [lines],
    );
  }
}
