import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import type { AuditActor } from '#database/audit-trail.js';
import { POOL } from '#database/database.module.js';
import { inLockedScope } from '#database/in-locked-scope.js';
import { inScope } from '#database/in-scope.js';
import { fingerprintOf, reserveRequestId, type LedgerKey } from '#event-store/request-ledger.js';
import { retryOnLostConnection } from '#event-store/retry-lost-connection.js';
import { failpoint } from '#failpoints/failpoints.js';
import {
  forgetNext,
  resultOf,
  selectMemories,
  toForget,
  wouldForget,
  type ForgetProgress,
  type ForgottenSelection,
} from '#memories/forget/forget-selected.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import { CLOCK } from '../shared/clock.js';
import { LIMITS } from '../shared/request-limits.js';

interface ForgetMemoriesRequest {
  /** Without a condition: all memories. */
  readonly filter: SearchFilter;
  readonly hard: boolean;
  readonly dryRun: boolean;
}

/** Forgets the oldest memories that pass a filter, up to a limit, under a request id. */
export class ForgetMemories extends Command<{ result: ForgottenSelection; replayed: boolean }> {
  constructor(
    readonly scopeId: string,
    readonly requestId: string,
    readonly request: ForgetMemoriesRequest,
    /** Actor for the audit log, which records erasures. */
    readonly by: AuditActor,
  ) {
    super();
  }
}

/**
 * The memories are fixed when the request begins, and kept in its ledger entry until they are forgotten, a few in a
 * transaction: a repetition completes what was interrupted, and other writers of the scope come in between.
 */
@CommandHandler(ForgetMemories)
export class ForgetMemoriesHandler implements ICommandHandler<ForgetMemories> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ scopeId, requestId, request, by }: ForgetMemories) {
    const { filter, hard, dryRun } = request;
    const sql = inScope(this.pool, scopeId);
    const selection = await selectMemories(sql, scopeId, filter, LIMITS.forget_memories);
    if (dryRun) return { result: wouldForget(selection), replayed: false };
    const operation = 'DELETE /v1/memories by filter';
    const key = { scopeId, requestId, operation, fingerprint: fingerprintOf(operation, { filter, hard }) };
    const now = dateOfNanos(this.clock.nowNanos());
    const earlier = await this.begin(key, toForget(selection), now);
    failpoint('forget.after-selection');
    let progress = earlier ?? toForget(selection);
    while (progress.left) {
      progress = await retryOnLostConnection(() =>
        inLockedScope(sql, scopeId, (tx) => forgetNext(tx, key, filter, { hard, now, by })),
      );
      failpoint('forget.after-part');
    }
    return { result: resultOf(progress), replayed: earlier !== null };
  }

  /** Puts the progress into the ledger; returns that of an earlier request with this id, if there is one. */
  private async begin(key: LedgerKey, progress: ForgetProgress, now: Date): Promise<ForgetProgress | null> {
    const earlier = await inScope(this.pool, key.scopeId).transaction((tx) => reserveRequestId(tx, key, progress, now));
    return earlier && (earlier.result as ForgetProgress);
  }
}
