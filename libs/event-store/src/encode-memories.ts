import type { Pool } from 'pg';
import { uuidv7 } from '#contracts/uuid-v7.js';
import { EVENT_VERSIONS, type MemoryEncoded } from '#contracts/events.js';
import { stringifyExact } from '#contracts/exact-json.js';
import { sqlState } from '#database/errors.js';
import { inScope } from '#database/in-scope.js';
import { GroupCommit, type Outcome } from './group-commit.js';
import { ledgerHorizon, readLedger, RequestConflict, type LedgerKey, type LedgerRow } from './ledger.js';

/** One memory to be stored, with the request it answers. */
export interface EncodeRow extends LedgerKey {
  readonly memoryUuid: string;
  readonly event: MemoryEncoded;
  /** What the caller is told; kept for replays. Its auto_edges_added becomes 1 for a turn that follows another. */
  readonly result: object;
}

export interface EncodeOutcome {
  readonly replayed: boolean;
  readonly result: unknown;
}

export interface EncodeMemoriesOptions {
  readonly pool: Pool;
  readonly now: () => Date;
  /** false: memories are stored as done, for deployments that do not extract. */
  readonly extract: boolean;
  /** How long a memory may stay pending before the sweeper publishes it again. */
  readonly sweepAfterMs: number;
  /** Past either, a write is refused at once: a Postgres that is slow must not fill the heap. */
  readonly queue?: WriteQueue;
  /** Called after each commit, so that a relay in this process need not wait for its poll. */
  readonly onCommit?: (rows: number) => void;
  /** Told of each commit: how many writes shared it, and how many of them had been answered before. */
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

/** SQLSTATE classes of faults that lie in a row's values: data exceptions, constraints, limits. */
const ROW_FAULTS = new Set(['22', '23', '54']);

/**
 * One statement stores a batch: ledger, events, memories and extraction state. Rows whose request id is known
 * already are left out of all and not returned.
 *
 * A turn follows the one before it in the batch, the first one the session's head. Taking the head over is an upsert
 * because that, unlike a read, sees what other batches committed meanwhile: it waits for them and then continues their
 * chain. Heads are locked after all ledger rows, in the order of their key, so batches cannot wait for each other in a ring.
 */
const ENCODE_SQL = /* sql */ `
WITH input AS (
  SELECT * FROM jsonb_to_recordset($1::jsonb)
    AS row (scope_id uuid, request_id text, operation text, fingerprint text, result jsonb, memory_id uuid,
            event_id uuid, link_event_id uuid, turn int, data jsonb, data_bytes int)
), entered AS (
  INSERT INTO request_ledger (scope_id, request_id, operation, fingerprint, result, created_at)
  SELECT scope_id, request_id, operation, decode(fingerprint, 'hex'), result, $2::timestamptz FROM input
  ON CONFLICT (scope_id, request_id) DO UPDATE
    SET operation = excluded.operation, fingerprint = excluded.fingerprint,
        result = excluded.result, created_at = excluded.created_at
    WHERE request_ledger.created_at <= $3::timestamptz
  RETURNING scope_id, request_id
), fresh AS (
  SELECT input.* FROM input JOIN entered USING (scope_id, request_id)
), turns AS (
  SELECT scope_id, memory_id, link_event_id, data, (data->>'session')::numeric AS session,
         lag(memory_id) OVER chain AS before_uuid, lag(data->>'memory_id') OVER chain AS before_id,
         lead(memory_id) OVER chain IS NULL AS is_last
  FROM fresh WHERE data->>'session' IS NOT NULL
  WINDOW chain AS (PARTITION BY scope_id, (data->>'session')::numeric ORDER BY turn)
), heads AS (
  INSERT INTO session_heads AS head (scope_id, session, memory_uuid, memory_id)
  SELECT scope_id, session, memory_id, data->>'memory_id' FROM turns WHERE is_last ORDER BY scope_id, session
  ON CONFLICT (scope_id, session) DO UPDATE
    SET before_memory_uuid = head.memory_uuid, before_memory_id = head.memory_id,
        memory_uuid = excluded.memory_uuid, memory_id = excluded.memory_id
  RETURNING head.scope_id, head.session, head.before_memory_uuid, head.before_memory_id
), links AS (
  SELECT scope_id, turns.memory_id, link_event_id, coalesce(before_uuid, before_memory_uuid) AS source,
         jsonb_build_object('source', coalesce(before_id, before_memory_id), 'target', data->>'memory_id',
                            'kind', 'followed_by', 'weight', 1,
                            'created_at_unix_nanos', data->'created_at_unix_nanos') AS link
  FROM turns JOIN heads USING (scope_id, session)
  WHERE coalesce(before_uuid, before_memory_uuid) IS NOT NULL
), appended AS (
  INSERT INTO events (scope_id, stream_id, event_id, type, schema_version, data_bytes, data)
  SELECT scope_id, memory_id, event_id, 'MemoryEncoded', $4::smallint, data_bytes, data FROM fresh
  UNION ALL
  SELECT scope_id, source, link_event_id, 'MemoriesLinked', $7::smallint, octet_length(link::text), link FROM links
), linked AS (
  INSERT INTO memory_links (scope_id, source, target, kind, weight, created_at_nanos)
  SELECT scope_id, source, memory_id, 'followed_by', 1, (link->>'created_at_unix_nanos')::bigint FROM links
), stored AS (
  INSERT INTO memories (scope_id, memory_id, kind, salience, session, speaker, role, text, metadata,
                        created_at_nanos, occurred_at_nanos, follows)
  SELECT scope_id, memory_id, (data->>'kind')::smallint, (data->>'salience')::float8,
         (data->>'session')::numeric, data->>'speaker', data->>'role', data->>'text',
         nullif(data->'metadata', 'null'), (data->>'created_at_unix_nanos')::bigint,
         (data->>'occurred_at_unix_nanos')::bigint, links.source
  FROM fresh LEFT JOIN links USING (scope_id, memory_id)
), awaited AS (
  INSERT INTO memory_extractions (scope_id, memory_id, state, sweep_at)
  SELECT scope_id, memory_id, $5, $6::timestamptz FROM fresh
)
SELECT scope_id, request_id, links.source IS NOT NULL AS follows
FROM fresh LEFT JOIN links USING (scope_id, memory_id)`;

/** The write side of memories: every caller's row is durable, together with its event, when `write` resolves. */
export class EncodeMemories {
  private readonly commits: GroupCommit<EncodeRow, EncodeOutcome>;

  constructor(private readonly options: EncodeMemoriesOptions) {
    this.commits = new GroupCommit({
      commit: (rows) => this.commit(rows),
      bytesOf: sizeOf,
      isRowFault: (error) => ROW_FAULTS.has(sqlState(error)?.slice(0, 2) ?? ''),
      maxRows: MAX_ROWS,
      maxBytes: MAX_BYTES,
      ...(options.queue ?? QUEUE),
      maxInFlight: MAX_IN_FLIGHT,
    });
  }

  /**
   * Stores one memory, or returns the first result when its request id was used before.
   * @throws RequestConflict, WriteQueueFull, or the driver's error when Postgres is out of reach
   */
  write(row: EncodeRow): Promise<EncodeOutcome> {
    return this.commits.write(row);
  }

  drain(): Promise<void> {
    return this.commits.drain();
  }

  /**
   * The first row of each request id goes to the database, sorted so that concurrent batches lock in one order;
   * the other rows of the id, and those the ledger knows, are judged by what it holds afterwards.
   */
  private async commit(rows: readonly EncodeRow[]): Promise<Outcome<EncodeOutcome>[]> {
    const firsts = firstOfEachRequest(rows);
    const entered = await this.insert([...firsts.values()]);
    this.options.onCommit?.(entered.size);
    const replays = rows.filter((row) => firsts.get(keyOf(row)) !== row || !entered.has(keyOf(row)));
    const known = replays.length > 0 ? await this.lookUp(replays) : new Map<string, LedgerRow>();
    const outcomes = rows.map((row): Outcome<EncodeOutcome> =>
      firsts.get(keyOf(row)) === row && entered.has(keyOf(row))
        ? { ok: { replayed: false, result: resultOf(row, entered.get(keyOf(row))) } }
        : judgeReplay(row, known.get(keyOf(row))),
    );
    this.options.onBatch?.(rows.length, outcomes.filter((outcome) => 'ok' in outcome && outcome.ok.replayed).length);
    return outcomes;
  }

  /** The requests that were new, each with whether its memory follows another. */
  private async insert(rows: readonly EncodeRow[]): Promise<Map<string, boolean>> {
    const now = this.options.now();
    const { rows: entered } = await inScope(this.options.pool, scopesOf(rows)).query<{
      scope_id: string;
      request_id: string;
      follows: boolean;
    }>(ENCODE_SQL, [
      `[${rows
        .map((row, turn) => ({ row, turn }))
        .sort((a, b) => byRequest(a.row, b.row))
        .map(({ row, turn }) => recordOf(row, turn))
        .join(',')}]`,
      now,
      ledgerHorizon(now),
      EVENT_VERSIONS.MemoryEncoded,
      this.options.extract ? 'pending' : 'done',
      new Date(now.getTime() + this.options.sweepAfterMs),
      EVENT_VERSIONS.MemoriesLinked,
    ]);
    return new Map(entered.map((row) => [`${row.scope_id} ${row.request_id}`, row.follows]));
  }

  private async lookUp(rows: readonly EncodeRow[]): Promise<Map<string, LedgerRow>> {
    const found = await readLedger(inScope(this.options.pool, scopesOf(rows)), rows);
    return new Map(found.map((row) => [`${row.scope_id} ${row.request_id}`, row]));
  }
}

/** About the bytes a row takes; the rest of it is small. */
function sizeOf({ event: { text, metadata } }: EncodeRow): number {
  return (text?.length ?? 0) + (metadata === null ? 0 : stringifyExact(metadata).length);
}

function resultOf({ result }: EncodeRow, follows: boolean | undefined): object {
  return follows ? { ...result, auto_edges_added: 1 } : result;
}

/** One row of the input, as JSON: its two JSON values are written once, and one parameter needs no array escapes. */
function recordOf(row: EncodeRow, turn: number): string {
  const data = stringifyExact(row.event);
  return (
    `{"scope_id":"${row.scopeId}","request_id":${JSON.stringify(row.requestId)},` +
    `"operation":${JSON.stringify(row.operation)},"fingerprint":"${row.fingerprint.toString('hex')}",` +
    `"result":${stringifyExact(row.result)},"memory_id":"${row.memoryUuid}","event_id":"${uuidv7()}",` +
    `"link_event_id":"${uuidv7()}","turn":${String(turn)},"data":${data},"data_bytes":${Buffer.byteLength(data)}}`
  );
}

const scopesOf = (rows: readonly LedgerKey[]): string[] => [...new Set(rows.map((row) => row.scopeId))];

const keyOf = (row: LedgerKey): string => `${row.scopeId} ${row.requestId}`;

const byRequest = (a: LedgerKey, b: LedgerKey): number => (keyOf(a) < keyOf(b) ? -1 : 1);

function firstOfEachRequest(rows: readonly EncodeRow[]): Map<string, EncodeRow> {
  const firsts = new Map<string, EncodeRow>();
  for (const row of rows) if (!firsts.has(keyOf(row))) firsts.set(keyOf(row), row);
  return firsts;
}

function judgeReplay(row: EncodeRow, entry: LedgerRow | undefined): Outcome<EncodeOutcome> {
  if (!entry) return { error: new Error('the ledger entry vanished between two statements') };
  if (!entry.fingerprint.equals(row.fingerprint)) return { error: new RequestConflict(row.requestId) };
  return { ok: { replayed: true, result: entry.result } };
}
