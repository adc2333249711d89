import type { Pool } from 'pg';
import { stringifyExact } from '#contracts/exact-json.js';
import { sqlState } from '#database/errors.js';
import { inScope } from '#database/in-scope.js';
import { erasedAmong, ErasedScope } from '#database/erased-scopes.js';
import { failpoint } from '#failpoints/failpoints.js';
import type { Sql } from '#database/sql.js';
import { encodeBatch, requestKeyOf, type EncodeBatchOptions, type EncodeRow } from './encode-batch.js';
import { retryOnLostConnection } from '#event-store/retry-lost-connection.js';
import { encodeDistinct } from './encode-distinct.js';
import { GroupCommit, type Outcome } from '#event-store/group-commit.js';
import { readRequests, RequestConflict, type LedgerKey, type LedgerRow } from '#event-store/request-ledger.js';

export interface EncodeOutcome {
  readonly replayed: boolean;
  /** The answer to its commit was lost, and this is its ledger entry, which does not count its links. */
  readonly recovered?: boolean;
  readonly result: unknown;
}

export interface EncodeMemoriesOptions extends Omit<EncodeBatchOptions, 'now'> {
  readonly pool: Pool;
  readonly now: () => Date;
  /** Past either, a write is refused at once: a Postgres that is slow must not fill the heap. */
  readonly queue?: WriteQueue;
  /** Called after each commit, so that a relay in this process need not wait for its poll. */
  readonly onCommit?: (rows: number) => void;
  /** Told of each commit: how many writes shared it, and how many of them an earlier memory answered. */
  readonly onBatch?: (writes: number, replayed: number) => void;
}

/** How much may be held before it is durable. */
export interface WriteQueue {
  /** Writes that wait for their batch, of short and of long texts each. */
  readonly maxWaiting: number;
  /** Bytes of text and metadata that wait or are in flight. */
  readonly maxHeldBytes: number;
}

/** Row limits of one statement: past a few hundred rows a larger batch gains nothing and holds memory. */
const MAX_ROWS = 256;
const MAX_BYTES = 8 * 1024 * 1024;
/** Those of one scope, where others write too: a batch takes its scopes as long as its bytes. */
const MAX_SCOPE_BYTES = 1024 * 1024;
const QUEUE: WriteQueue = { maxWaiting: 4096, maxHeldBytes: 64 * 1024 * 1024 };
/** Two batches: one computes while the other waits for its fsync. */
const MAX_IN_FLIGHT = 2;

/**
 * Rows past this size have batches of their own, one at a time: Postgres takes tens of milliseconds to parse, compress and
 * flush a mebibyte, and a short row would wait for the batch before its own and for its own.
 */
const LARGE_BYTES = 32 * 1024;
const MAX_LARGE_IN_FLIGHT = 1;

/** Writes that must be distinct take a connection each, and several round trips; the batches keep theirs. */
const MAX_DISTINCT_IN_FLIGHT = 2;
const MAX_DISTINCT_HELD_BYTES = 16 * 1024 * 1024;

/** SQLSTATE classes of faults that lie in a row's values: data exceptions, constraints, limits. */
const ROW_FAULTS = new Set(['22', '23', '54']);

/** The write side of memories: every caller's row is durable, together with its event, when `write` resolves. */
export class EncodeMemories {
  private readonly commits: GroupCommit<EncodeRow, EncodeOutcome>;
  private readonly large: GroupCommit<EncodeRow, EncodeOutcome>;
  private readonly distinct: GroupCommit<EncodeRow, EncodeOutcome>;

  constructor(private readonly options: EncodeMemoriesOptions) {
    const common = {
      bytesOf: sizeOf,
      keyOf: ({ scopeId }: EncodeRow) => scopeId,
      isRowFault: (error: unknown) => ROW_FAULTS.has(sqlState(error)?.slice(0, 2) ?? ''),
      maxBytes: MAX_BYTES,
      maxBytesPerKey: MAX_SCOPE_BYTES,
    };
    const queue = options.queue ?? QUEUE;
    const batches = {
      ...common,
      ...queue,
      commit: (rows: readonly EncodeRow[]) => this.commit(rows),
      maxRows: MAX_ROWS,
    };
    this.commits = new GroupCommit({ ...batches, maxInFlight: MAX_IN_FLIGHT });
    this.large = new GroupCommit({ ...batches, maxInFlight: MAX_LARGE_IN_FLIGHT });
    this.distinct = new GroupCommit({
      ...common,
      maxWaiting: queue.maxWaiting,
      commit: (rows) => Promise.all(rows.map((row) => this.commitDistinct(row))),
      maxRows: 1,
      maxHeldBytes: MAX_DISTINCT_HELD_BYTES,
      maxInFlight: MAX_DISTINCT_IN_FLIGHT,
    });
  }

  /**
   * Stores one memory, or returns the first result when its request id was used before.
   * @throws RequestConflict, ErasedScope, WriteQueueFull, or the driver's error when Postgres is out of reach
   */
  write(row: EncodeRow): Promise<EncodeOutcome> {
    return (sizeOf(row) > LARGE_BYTES ? this.large : this.commits).write(row);
  }

  /**
   * As `write`, unless an active memory of the scope says the same: then nothing is stored, and the result is that
   * memory's, with `was_deduplicated`. Slower: such writes share no commit.
   */
  writeDistinct(row: EncodeRow): Promise<EncodeOutcome> {
    return this.distinct.write(row);
  }

  async drain(): Promise<void> {
    await Promise.all([this.commits.drain(), this.large.drain(), this.distinct.drain()]);
  }

  /**
   * The first row of each request id goes to the database, sorted so that concurrent batches lock in one order;
   * the other rows of the id, and those the ledger knows, are judged by what it holds afterwards. Once the batch has
   * committed, a fault fails those alone whose answer could not be read.
   */
  private async commit(rows: readonly EncodeRow[]): Promise<Outcome<EncodeOutcome>[]> {
    const firsts = firstOfEachRequest(rows);
    const { pool, now, extract, sweepAfterMs } = this.options;
    const sql = inScope(pool, scopesOf(rows));
    failpoint('encode.before-statement');
    const entered = await retryOnLostConnection(() =>
      encodeBatch(sql, [...firsts.values()], { now: now(), extract, sweepAfterMs }),
    );
    this.options.onCommit?.(entered.size);
    const isNew = (row: EncodeRow): boolean => firsts.get(requestKeyOf(row)) === row && entered.has(requestKeyOf(row));
    const replays = await readReplays(
      sql,
      rows.filter((row) => !entered.has(requestKeyOf(row))),
    );
    const outcomes = rows.map((row): Outcome<EncodeOutcome> => {
      const result = entered.get(requestKeyOf(row));
      if (isNew(row)) return { ok: { replayed: false, result } };
      const first = firsts.get(requestKeyOf(row));
      return result && first ? judgeReplay(row, { ...first, result }) : replays(row);
    });
    this.options.onBatch?.(rows.length, outcomes.filter((outcome) => 'ok' in outcome && outcome.ok.replayed).length);
    return outcomes;
  }

  private async commitDistinct(row: EncodeRow): Promise<Outcome<EncodeOutcome>> {
    const { pool, now, extract, sweepAfterMs, onCommit, onBatch } = this.options;
    try {
      const sql = inScope(pool, row.scopeId);
      const { replayed, stored, result } = await retryOnLostConnection(() =>
        encodeDistinct(sql, row, { now: now(), extract, sweepAfterMs }),
      );
      const outcome = replayed ? replayOf(row, result) : { replayed, result };
      if (stored || outcome.recovered) onCommit?.(1);
      onBatch?.(1, stored || outcome.recovered ? 0 : 1);
      return { ok: outcome };
    } catch (error) {
      // A fault of this row alone; any other is told to those who wait behind it as well.
      if (error instanceof RequestConflict || error instanceof ErasedScope) return { error };
      throw error;
    }
  }
}

/** About the bytes a row takes; the rest of it is small. */
function sizeOf({ event: { text, metadata } }: EncodeRow): number {
  return (text?.length ?? 0) + (metadata === null ? 0 : stringifyExact(metadata).length);
}

const scopesOf = (rows: readonly LedgerKey[]): string[] => [...new Set(rows.map((row) => row.scopeId))];

function firstOfEachRequest(rows: readonly EncodeRow[]): Map<string, EncodeRow> {
  const firsts = new Map<string, EncodeRow>();
  for (const row of rows) if (!firsts.has(requestKeyOf(row))) firsts.set(requestKeyOf(row), row);
  return firsts;
}

/** What the ledger says of requests that it knows; where it cannot be read, each of them gets the error. */
async function readReplays(sql: Sql, rows: readonly EncodeRow[]): Promise<(row: EncodeRow) => Outcome<EncodeOutcome>> {
  try {
    failpoint('encode.after-commit');
    const entries = await retryOnLostConnection(() =>
      rows.length > 0 ? readRequests(sql, rows) : Promise.resolve([]),
    );
    const byKey = new Map(
      entries.map((entry) => [requestKeyOf({ scopeId: entry.scope_id, requestId: entry.request_id }), entry]),
    );
    const absent = rows.filter((row) => !byKey.has(requestKeyOf(row)));
    const erased = absent.length > 0 ? await erasedAmong(sql, scopesOf(absent)) : new Set<string>();
    return (row) => {
      const entry = byKey.get(requestKeyOf(row));
      if (entry) return judgeReplay(row, entry);
      if (erased.has(row.scopeId)) return { error: new ErasedScope(row.scopeId) };
      return { error: new Error('the ledger entry vanished between two statements') };
    };
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause), { cause });
    return () => ({ error });
  }
}

function judgeReplay(row: EncodeRow, entry: Pick<LedgerRow, 'fingerprint' | 'result'>): Outcome<EncodeOutcome> {
  if (!entry.fingerprint.equals(row.fingerprint)) return { error: new RequestConflict(row.requestId) };
  return { ok: replayOf(row, entry.result) };
}

/** The entry of a write whose commit was not answered names the memory that this very row brought. */
function replayOf(row: EncodeRow, result: unknown): EncodeOutcome {
  const isOwn = (result as { memory_id?: unknown }).memory_id === row.event.memory_id;
  return isOwn ? { replayed: false, recovered: true, result } : { replayed: true, result };
}
