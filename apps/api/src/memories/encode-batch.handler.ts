import { hash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import { POOL } from '#database/database.module.js';
import { inScope } from '#database/in-scope.js';
import type { Outcome } from '#event-store/group-commit.js';
import { reserveRequestId } from '#event-store/request-ledger.js';
import { failpoint } from '#failpoints/failpoints.js';
import { EncodeMemories, type EncodeOutcome } from '#memories/encode/encode-memories.js';
import type { OrderedRow } from '#memories/encode/encode-in-order.js';
import { CLOCK } from '../shared/clock.js';
import type { BatchItemDto } from './encode-batch.dto.js';
import { creationResult, edgesAddedBy, encodeRowOf, type StoredResult } from './encode-memory.handler.js';

/** A memory of a batch with its request id, or why it is not to be stored. */
export type BatchItem = { readonly dto: BatchItemDto; readonly requestId: string } | { readonly error: Error };

/** What became of a memory of a batch. */
export type BatchResult =
  { readonly ok: ReturnType<typeof creationResult>; readonly replayed: boolean } | { readonly error: Error };

/** Stores memories in their order, each under a request id of its own. */
export class EncodeBatch extends Command<{ results: readonly BatchResult[]; replayed: boolean }> {
  constructor(
    readonly scopeId: string,
    /** Request id of the whole batch, if the caller gave one. */
    readonly requestId: string | null,
    readonly items: readonly BatchItem[],
    readonly traceparent: string | null,
    /** Whether the caller may learn about other memories. */
    readonly mayRecall: boolean,
  ) {
    super();
  }
}

@CommandHandler(EncodeBatch)
export class EncodeBatchHandler implements ICommandHandler<EncodeBatch> {
  constructor(
    private readonly store: EncodeMemories,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ scopeId, requestId, items, traceparent, mayRecall }: EncodeBatch) {
    const now = this.clock.nowNanos();
    const rows = items.map((item): OrderedRow | null => {
      if ('error' in item) return null;
      const key = { scopeId, requestId: item.requestId, traceparent };
      return { row: encodeRowOf(key, item.dto, now), distinct: item.dto.dedupe === 'content' };
    });
    const replayed = requestId !== null && (await this.reserve(scopeId, requestId, items, rows, now));
    failpoint('batch.after-ledger');
    const toStore = rows.filter((row) => row !== null);
    const outcomes = toStore.length === 0 ? [] : await this.store.writeInOrder(toStore);
    const stored = await this.resultsOf(scopeId, outcomes, mayRecall);
    let next = 0;
    return { results: items.map((item) => ('error' in item ? item : (stored[next++] ?? NOT_TRIED))), replayed };
  }

  /**
   * Reserves the request id of the whole batch, so that it serves no other. The memories have ids that follow from it:
   * a batch that was interrupted is completed by a repetition.
   * @returns whether the batch repeats an earlier one
   */
  private async reserve(
    scopeId: string,
    requestId: string,
    items: readonly BatchItem[],
    rows: readonly (OrderedRow | null)[],
    nowNanos: bigint,
  ): Promise<boolean> {
    const parts = rows.map((one, i) => {
      const item = items[i];
      return one?.row.fingerprint.toString('hex') ?? (item && 'error' in item ? item.error.message : '');
    });
    const operation = 'POST /v1/memories/batch';
    const fingerprint = hash('sha256', `${operation}\0${JSON.stringify(parts)}`, 'buffer');
    const key = { scopeId, requestId, operation, fingerprint };
    const earlier = await inScope(this.pool, scopeId).transaction((tx) =>
      reserveRequestId(tx, key, { memories: items.length }, dateOfNanos(nowNanos)),
    );
    return earlier !== null;
  }

  private async resultsOf(
    scopeId: string,
    outcomes: readonly Outcome<EncodeOutcome>[],
    mayRecall: boolean,
  ): Promise<BatchResult[]> {
    const repeated = outcomes.flatMap((outcome) =>
      'ok' in outcome && (outcome.ok.replayed || outcome.ok.recovered)
        ? [(outcome.ok.result as StoredResult).memory_id]
        : [],
    );
    const edges = repeated.length === 0 ? null : await edgesAddedBy(this.pool, scopeId, repeated);
    return outcomes.map((outcome): BatchResult => {
      if ('error' in outcome) return outcome;
      const { replayed, recovered } = outcome.ok;
      const stored = outcome.ok.result as StoredResult;
      try {
        const ok = creationResult({ stored, replayed, edges: replayed || recovered ? edges : null, mayRecall });
        return { ok, replayed };
      } catch (error) {
        return { error: error as Error };
      }
    });
  }
}

const NOT_TRIED: BatchResult = { error: new Error('the write has no outcome') };
