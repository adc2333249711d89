import type { Pool } from 'pg';
import { stringifyExact } from '#contracts/exact-json.js';
import { sqlState } from '#database/errors.js';
import { inScope } from '#database/in-scope.js';
import { erasedAmong, ErasedScope } from '#database/erased-scopes.js';
import { encodeBatch, requestKeyOf, type EncodeBatchOptions, type EncodeRow } from './encode-batch.js';
import { encodeDistinct } from './encode-distinct.js';
import { GroupCommit, type Outcome } from './group-commit.js';
import { readLedger, RequestConflict, type LedgerKey, type LedgerRow } from './ledger.js';

export interface EncodeOutcome {
  readonly replayed: boolean;
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
  /** Writes that wait for their batch. */
  readonly maxWaiting: number;
  /** Bytes of text and metadata that wait or are in flight. */
  readonly maxHeldBytes: number;
}

/** Row limits of one statement: past a few hundred rows a larger batch gains nothing and holds memory. */
const MAX_ROWS = 256;
const MAX_BYTES = 8 * 1024 * 1024;
const QUEUE: WriteQueue = { maxWaiting: 4096, maxHeldBytes: 64 * 1024 * 1024 };
/** Two batches: one computes while the other waits for its fsync. */
const MAX_IN_FLIGHT = 2;

/** Writes that must be distinct take a connection each, and several round trips; the batches keep theirs. */
const MAX_DISTINCT_IN_FLIGHT = 2;
const MAX_DISTINCT_HELD_BYTES = 16 * 1024 * 1024;

/** SQLSTATE classes of faults that lie in a row's values: data exceptions, constraints, limits. */
const ROW_FAULTS = new Set(['22', '23', '54']);

/** The write side of memories: every caller's row is durable, together with its event, when `write` resolves. */
export class EncodeMemories {
  private readonly commits: GroupCommit<EncodeRow, EncodeOutcome>;
  private readonly distinct: GroupCommit<EncodeRow, EncodeOutcome>;

  constructor(private readonly options: EncodeMemoriesOptions) {
    const common = {
      bytesOf: sizeOf,
      isRowFault: (error: unknown) => ROW_FAULTS.has(sqlState(error)?.slice(0, 2) ?? ''),
      maxBytes: MAX_BYTES,
    };
    const queue = options.queue ?? QUEUE;
    this.commits = new GroupCommit({
      ...common,
      ...queue,
      commit: (rows) => this.commit(rows),
      maxRows: MAX_ROWS,
      maxInFlight: MAX_IN_FLIGHT,
    });
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
    return this.commits.write(row);
  }

  /**
   * As `write`, unless an active memory of the scope says the same: then nothing is stored, and the result is that
   * memory's, with `was_deduplicated`. Slower: such writes share no commit.
   */
  writeDistinct(row: EncodeRow): Promise<EncodeOutcome> {
    return this.distinct.write(row);
  }

  async drain(): Promise<void> {
    await Promise.all([this.commits.drain(), this.distinct.drain()]);
  }

  /**
   * The first row of each request id goes to the database, sorted so that concurrent batches lock in one order;
   * the other rows of the id, and those the ledger knows, are judged by what it holds afterwards.
   */
  private async commit(rows: readonly EncodeRow[]): Promise<Outcome<EncodeOutcome>[]> {
    const firsts = firstOfEachRequest(rows);
    const { pool, now, extract, sweepAfterMs } = this.options;
    const sql = inScope(pool, scopesOf(rows));
    const entered = await encodeBatch(sql, [...firsts.values()], { now: now(), extract, sweepAfterMs });
    this.options.onCommit?.(entered.size);
    const isNew = (row: EncodeRow): boolean => firsts.get(requestKeyOf(row)) === row && entered.has(requestKeyOf(row));
    const replays = rows.filter((row) => !isNew(row));
    const known = replays.length > 0 ? await readLedger(sql, replays) : [];
    const entries = new Map(
      known.map((entry) => [requestKeyOf({ scopeId: entry.scope_id, requestId: entry.request_id }), entry]),
    );
    const gone = replays.some((row) => !entries.has(requestKeyOf(row)))
      ? await erasedAmong(sql, scopesOf(replays))
      : new Set<string>();
    const outcomes = rows.map((row): Outcome<EncodeOutcome> =>
      isNew(row)
        ? { ok: { replayed: false, result: entered.get(requestKeyOf(row)) } }
        : judgeReplay(row, entries.get(requestKeyOf(row)), gone),
    );
    this.options.onBatch?.(rows.length, outcomes.filter((outcome) => 'ok' in outcome && outcome.ok.replayed).length);
    return outcomes;
  }

  private async commitDistinct(row: EncodeRow): Promise<Outcome<EncodeOutcome>> {
    const { pool, now, extract, sweepAfterMs, onCommit, onBatch } = this.options;
    try {
      const sql = inScope(pool, row.scopeId);
      const { replayed, stored, result } = await encodeDistinct(sql, row, { now: now(), extract, sweepAfterMs });
      if (stored) onCommit?.(1);
      onBatch?.(1, stored ? 0 : 1);
      return { ok: { replayed, result } };
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

function judgeReplay(
  row: EncodeRow,
  entry: LedgerRow | undefined,
  erased: ReadonlySet<string>,
): Outcome<EncodeOutcome> {
  if (!entry && erased.has(row.scopeId)) return { error: new ErasedScope(row.scopeId) };
  if (!entry) return { error: new Error('the ledger entry vanished between two statements') };
  if (!entry.fingerprint.equals(row.fingerprint)) return { error: new RequestConflict(row.requestId) };
  return { ok: { replayed: true, result: entry.result } };
}
