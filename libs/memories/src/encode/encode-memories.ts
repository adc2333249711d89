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
import { encodeInOrder, type OrderedRow } from './encode-in-order.js';
import { GroupCommit, type Outcome } from '#event-store/group-commit.js';
import { readRequests, RequestConflict, type LedgerKey, type LedgerRow } from '#event-store/request-ledger.js';

export interface EncodeOutcome {
  readonly replayed: boolean;
  /**
   * Set when the reply to the commit was lost and the result comes from the ledger entry, which does not count its
   * links.
   */
  readonly recovered?: boolean;
  readonly result: unknown;
}

export interface EncodeMemoriesOptions extends Omit<EncodeBatchOptions, 'now'> {
  readonly pool: Pool;
  readonly now: () => Date;
  /**
   * Limits of the queue; beyond either, a write is rejected at once, so that a slow Postgres does not fill the heap.
   */
  readonly queue?: WriteQueue;
  /** Called after each commit, so that a relay in this process need not wait for its poll. */
  readonly onCommit?: (rows: number) => void;
  /** Called after each commit with the number of writes in it, and how many of them were replays or duplicates. */
  readonly onBatch?: (writes: number, replayed: number) => void;
}

/** Limits on writes that are not yet durable. */
export interface WriteQueue {
  /** Writes that wait for a batch; the limit applies separately to short and to long texts. */
  readonly maxWaiting: number;
  /** Bytes of text and metadata that may wait or be in flight. */
  readonly maxHeldBytes: number;
}

/** Limits of one statement: beyond a few hundred rows a larger batch gains nothing and takes memory. */
const MAX_ROWS = 256;
const MAX_BYTES = 8 * 1024 * 1024;
/** Bytes of one scope in a batch while other scopes wait: each scope in a batch waits for the bytes of all. */
const MAX_SCOPE_BYTES = 1024 * 1024;
const QUEUE: WriteQueue = { maxWaiting: 4096, maxHeldBytes: 64 * 1024 * 1024 };
/** Two batches in flight: one computes while the other waits for its fsync. */
const MAX_IN_FLIGHT = 2;

/**
 * Rows above this size have batches of their own, one at a time. Postgres takes tens of milliseconds to parse, compress
 * and flush a mebibyte, and a short row would wait for both the batch ahead of it and its own.
 */
const LARGE_BYTES = 32 * 1024;
const MAX_LARGE_IN_FLIGHT = 1;

/** Distinct writes take a connection each and several round trips; this leaves connections to the batches. */
const MAX_DISTINCT_IN_FLIGHT = 2;
const MAX_DISTINCT_HELD_BYTES = 16 * 1024 * 1024;

/** Lists of memories are written one at a time, and the queue of them is bounded by their bytes. */
const MAX_LISTS_IN_FLIGHT = 1;

/** SQLSTATE classes of errors caused by the values of a row: data exceptions, constraints, limits. */
const ROW_FAULTS = new Set(['22', '23', '54']);

/** Write side of memories: when `write` resolves, the memory and its event are durable. */
export class EncodeMemories {
  private readonly commits: GroupCommit<EncodeRow, EncodeOutcome>;
  private readonly large: GroupCommit<EncodeRow, EncodeOutcome>;
  private readonly distinct: GroupCommit<EncodeRow, EncodeOutcome>;
  private readonly lists: GroupCommit<readonly OrderedRow[], Outcome<EncodeOutcome>[]>;

  constructor(private readonly options: EncodeMemoriesOptions) {
    const common = {
      bytesOf: sizeOf,
      keyOf: ({ scopeId }: EncodeRow) => scopeId,
      isRowFault,
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
    this.lists = new GroupCommit({
      ...{ maxBytes: MAX_BYTES, maxBytesPerKey: MAX_BYTES, maxRows: 1, maxInFlight: MAX_LISTS_IN_FLIGHT, ...queue },
      bytesOf: (rows) => rows.reduce((sum, { row }) => sum + sizeOf(row), 0),
      keyOf: ([first]) => first?.row.scopeId ?? '',
      isRowFault: () => false,
      commit: (lists) => Promise.all(lists.map(async (rows) => ({ ok: await this.commitInOrder(rows) }))),
    });
  }

  /**
   * Stores one memory, or returns the first result when its request id was used before.
   * @throws RequestConflict, ErasedScope, WriteQueueFull, or the driver's error when Postgres cannot be reached
   */
  write(row: EncodeRow): Promise<EncodeOutcome> {
    return (sizeOf(row) > LARGE_BYTES ? this.large : this.commits).write(row);
  }

  /**
   * Like `write`, unless the scope has an active memory of equal content: then nothing is stored, and the result is
   * that of the existing memory, with `was_deduplicated`. Slower than `write`: such writes share no commit.
   */
  writeDistinct(row: EncodeRow): Promise<EncodeOutcome> {
    return this.distinct.write(row);
  }

  /**
   * Stores memories of one scope in the order of the list, in a few statements; resolves with an outcome for each.
   * Lists wait for each other, fairly between scopes, and for no other write.
   * @throws WriteQueueFull
   */
  writeInOrder(rows: readonly OrderedRow[]): Promise<readonly Outcome<EncodeOutcome>[]> {
    return this.lists.write(rows);
  }

  async drain(): Promise<void> {
    const queues = [this.commits, this.large, this.distinct, this.lists];
    await Promise.all(queues.map((queue) => queue.drain()));
  }

  /**
   * Commits a batch. The first row of each request id goes to the database, sorted so that concurrent batches lock in
   * the same order. The other rows of the id, and those the ledger already knows, are compared with its entries
   * afterwards. After the commit, an error fails only the rows whose result could not be read.
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

  private commitInOrder(rows: readonly OrderedRow[]): Promise<Outcome<EncodeOutcome>[]> {
    return encodeInOrder(rows, {
      together: (chunk) => this.commit(chunk),
      distinct: (row) => this.commitDistinct(row),
      isRowFault,
      bytesOf: sizeOf,
    });
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
      // Only this row failed. Any other error is thrown, so that it also rejects the rows that wait behind it.
      if (error instanceof RequestConflict || error instanceof ErasedScope) return { error };
      throw error;
    }
  }
}

/** Whether the values of a row caused an error. */
function isRowFault(error: unknown): boolean {
  return ROW_FAULTS.has(sqlState(error)?.slice(0, 2) ?? '');
}

/** Approximate size of a row in bytes, from text, metadata and tags; the rest is small. */
function sizeOf({ event: { text, metadata, tags = [] } }: EncodeRow): number {
  const ofTags = tags.reduce((sum, tag) => sum + tag.length, 0);
  return (text?.length ?? 0) + (metadata === null ? 0 : stringifyExact(metadata).length) + ofTags;
}

const scopesOf = (rows: readonly LedgerKey[]): string[] => [...new Set(rows.map((row) => row.scopeId))];

function firstOfEachRequest(rows: readonly EncodeRow[]): Map<string, EncodeRow> {
  const firsts = new Map<string, EncodeRow>();
  for (const row of rows) if (!firsts.has(requestKeyOf(row))) firsts.set(requestKeyOf(row), row);
  return firsts;
}

/** Reads the ledger entries of replays; when they cannot be read, each of these rows gets the error. */
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

/** An entry that names the memory of this very row is its own write, whose commit went unanswered: no replay. */
function replayOf(row: EncodeRow, result: unknown): EncodeOutcome {
  const isOwn = (result as { memory_id?: unknown }).memory_id === row.event.memory_id;
  return isOwn ? { replayed: false, recovered: true, result } : { replayed: true, result };
}
