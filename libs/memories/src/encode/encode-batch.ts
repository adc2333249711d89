import { uuidv7 } from '#contracts/uuid-v7.js';
import { EVENT_VERSIONS, type MemoryEncoded } from '#contracts/events.js';
import { stringifyExact } from '#contracts/exact-json.js';
import type { Sql } from '#database/sql.js';
import { ledgerHorizon, type LedgerKey } from '#event-store/request-ledger.js';

/** A memory to store, with the ledger key of its request. */
export interface EncodeRow extends LedgerKey {
  readonly memoryUuid: string;
  readonly event: MemoryEncoded;
  /** W3C traceparent of the request. */
  readonly traceparent?: string | null;
  /**
   * Result returned to the caller and kept for replays. Its auto_edges_added becomes 1 when the memory follows another
   * one in its session.
   */
  readonly result: object;
}

export interface EncodeBatchOptions {
  readonly now: Date;
  /** When false, memories are stored as done, for deployments without extraction. */
  readonly extract: boolean;
  /** How long a memory may stay pending before the sweeper publishes it again, in milliseconds. */
  readonly sweepAfterMs: number;
}

/**
 * Stores a batch in one statement: ledger, events, memories and extraction state. Rows whose request id is already
 * known, or whose scope was erased, are left out everywhere and not returned.
 *
 * The memories of a session form a chain: each follows the one before it in the batch, and the first follows the head
 * of the session. The head is moved by an upsert because an upsert, unlike a read, sees what other batches commit
 * meanwhile: it waits for them and continues their chain. Heads are locked after all ledger rows and in the order of
 * their keys, so batches cannot deadlock.
 */
const ENCODE_SQL = /* sql */ `
WITH input AS (
  SELECT * FROM jsonb_to_recordset($1::jsonb)
    AS row (scope_id uuid, request_id text, operation text, fingerprint text, result jsonb, memory_id uuid,
            event_id uuid, link_event_id uuid, turn int, data jsonb, data_bytes int, traceparent text)
  WHERE NOT EXISTS (SELECT FROM erased_scopes AS erased WHERE erased.scope_id = row.scope_id)
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
  INSERT INTO session_heads AS head (scope_id, session, memory_id, public_id)
  SELECT scope_id, session, memory_id, data->>'memory_id' FROM turns WHERE is_last ORDER BY scope_id, session
  ON CONFLICT (scope_id, session) DO UPDATE
    SET previous_memory_id = head.memory_id, previous_public_id = head.public_id,
        memory_id = excluded.memory_id, public_id = excluded.public_id
  RETURNING head.scope_id, head.session, head.previous_memory_id, head.previous_public_id
), links AS (
  SELECT scope_id, turns.memory_id, link_event_id, coalesce(before_uuid, previous_memory_id) AS source,
         jsonb_build_object('source', coalesce(before_id, previous_public_id), 'target', data->>'memory_id',
                            'kind', 'followed_by', 'weight', 1,
                            'created_at_unix_nanos', data->'created_at_unix_nanos') AS link
  FROM turns JOIN heads USING (scope_id, session)
  WHERE coalesce(before_uuid, previous_memory_id) IS NOT NULL
), appended AS (
  INSERT INTO events (scope_id, stream_id, event_id, type, schema_version, data_bytes, data, traceparent)
  SELECT scope_id, memory_id, event_id, 'MemoryEncoded', $4::smallint, data_bytes, data, traceparent FROM fresh
  UNION ALL
  SELECT scope_id, source, link_event_id, 'MemoriesLinked', $7::smallint, octet_length(link::text), link, NULL FROM links
), linked AS (
  INSERT INTO memory_links (scope_id, source, target, kind, weight, created_at_nanos)
  SELECT scope_id, source, memory_id, 'followed_by', 1, (link->>'created_at_unix_nanos')::bigint FROM links
), stored AS (
  INSERT INTO memories (scope_id, memory_id, kind, salience, session, session_text, speaker, role, genre, text, metadata, tags,
                        created_at_nanos, occurred_at_nanos, previous_memory_id, expires_at_nanos, pinned)
  SELECT scope_id, memory_id, (data->>'kind')::smallint, (data->>'salience')::float8,
         (data->>'session')::numeric, data->>'session_text', data->>'speaker', data->>'role', data->>'genre', data->>'text',
         nullif(data->'metadata', 'null'),
         CASE WHEN data ? 'tags' THEN ARRAY(SELECT jsonb_array_elements_text(data->'tags')) END,
         (data->>'created_at_unix_nanos')::bigint,
         (data->>'occurred_at_unix_nanos')::bigint, links.source, (data->>'expires_at_unix_nanos')::bigint,
         coalesce((data->>'pinned')::boolean, false)
  FROM fresh LEFT JOIN links USING (scope_id, memory_id)
), awaited AS (
  INSERT INTO memory_extractions (scope_id, memory_id, state, sweep_at)
  SELECT scope_id, memory_id, $5, $6::timestamptz FROM fresh
)
SELECT scope_id, request_id, links.source IS NOT NULL AS follows
FROM fresh LEFT JOIN links USING (scope_id, memory_id)`;

/**
 * Stores a batch of memories with their events, in one statement. Request ids must be unique within the batch.
 * @returns the results of the rows whose request id was new, by `requestKeyOf`
 */
export async function encodeBatch(
  sql: Sql,
  rows: readonly EncodeRow[],
  { now, extract, sweepAfterMs }: EncodeBatchOptions,
): Promise<Map<string, object>> {
  const byKey = new Map(rows.map((row) => [requestKeyOf(row), row]));
  const { rows: entered } = await sql.query<{ scope_id: string; request_id: string; follows: boolean }>(ENCODE_SQL, [
    `[${rows
      .map((row, turn) => ({ row, turn }))
      .sort((a, b) => byRequest(a.row, b.row))
      .map(({ row, turn }) => recordOf(row, turn))
      .join(',')}]`,
    now,
    ledgerHorizon(now),
    EVENT_VERSIONS.MemoryEncoded,
    extract ? 'pending' : 'done',
    new Date(now.getTime() + sweepAfterMs),
    EVENT_VERSIONS.MemoriesLinked,
  ]);
  return new Map(
    entered.map(({ scope_id, request_id, follows }) => {
      const key = requestKeyOf({ scopeId: scope_id, requestId: request_id });
      return [key, resultOf(byKey.get(key)?.result ?? {}, follows)];
    }),
  );
}

/** Key of a request across scopes. */
export const requestKeyOf = (row: Pick<LedgerKey, 'scopeId' | 'requestId'>): string =>
  `${row.scopeId} ${row.requestId}`;

const byRequest = (a: LedgerKey, b: LedgerKey): number => (requestKeyOf(a) < requestKeyOf(b) ? -1 : 1);

function resultOf(result: object, follows: boolean): object {
  return follows ? { ...result, auto_edges_added: 1 } : result;
}

/**
 * One row of the input as JSON. The event and the result are serialised once, and a single parameter needs no array
 * escapes.
 */
function recordOf(row: EncodeRow, turn: number): string {
  const data = stringifyExact(row.event);
  const trace = row.traceparent ? `,"traceparent":${JSON.stringify(row.traceparent)}` : '';
  return (
    `{"scope_id":"${row.scopeId}","request_id":${JSON.stringify(row.requestId)},` +
    `"operation":${JSON.stringify(row.operation)},"fingerprint":"${row.fingerprint.toString('hex')}",` +
    `"result":${stringifyExact(row.result)},"memory_id":"${row.memoryUuid}","event_id":"${uuidv7()}",` +
    `"link_event_id":"${uuidv7()}","turn":${String(turn)},"data":${data},"data_bytes":${Buffer.byteLength(data)}${trace}}`
  );
}
