/** The scope of the rows that do not come through the api. */
export const BENCH_SCOPE = '00000000-0000-5000-8000-000000000001';

/**
 * What libs/memories/src/encode/encode-memories.ts writes for one memory, with the same columns, as four statements.
 * Parameters: scope, request id, fingerprint, result, memory id, event id, data.
 */
export const FOUR_INSERTS: readonly { readonly text: string; readonly parameters: readonly number[] }[] = [
  {
    text: `INSERT INTO request_ledger (scope_id, request_id, operation, fingerprint, result, created_at)
      VALUES ($1, $2, 'POST /v1/memories', $3, $4, now())`,
    parameters: [0, 1, 2, 3],
  },
  {
    text: `INSERT INTO events (scope_id, stream_id, event_id, type, schema_version, data_bytes, data)
      VALUES ($1, $2, $3, 'MemoryEncoded', 1, octet_length($4::text), $4::text::jsonb)`,
    parameters: [0, 4, 5, 6],
  },
  {
    text: `INSERT INTO memories (scope_id, memory_id, kind, salience, session, speaker, role, text, created_at_nanos, occurred_at_nanos)
      SELECT $1, $2, (data->>'kind')::smallint, (data->>'salience')::float8, (data->>'session')::numeric, data->>'speaker',
             data->>'role', data->>'text', (data->>'created_at_unix_nanos')::bigint, (data->>'occurred_at_unix_nanos')::bigint
      FROM (SELECT $3::jsonb AS data) AS given`,
    parameters: [0, 4, 6],
  },
  {
    text: `INSERT INTO memory_extractions (scope_id, memory_id, state, sweep_at) VALUES ($1, $2, 'done', now() + interval '1 minute')`,
    parameters: [0, 4],
  },
];

/**
 * The same four statements as one call, which makes its own random text: as little as a client could ask of Postgres.
 */
export const BENCH_ENCODE_FUNCTION = /* sql */ `
CREATE FUNCTION bench_encode() RETURNS void LANGUAGE plpgsql AS $function$
DECLARE
  scope  uuid := '${BENCH_SCOPE}';
  memory uuid := uuidv7();
  body   text := left(md5(random()::text) || md5(random()::text) || md5(random()::text) || md5(random()::text), 120);
  data   jsonb := jsonb_build_object('memory_id', '2130706433213070643321307064332130706', 'text', body, 'kind', 0,
    'salience', 0.5, 'session', floor(random() * 500)::int, 'speaker', 'Maria', 'role', 'user', 'metadata', NULL,
    'created_at_unix_nanos', 1700000000000000001, 'occurred_at_unix_nanos', 0);
BEGIN
  INSERT INTO request_ledger (scope_id, request_id, operation, fingerprint, result, created_at)
    VALUES (scope, uuidv7()::text, 'POST /v1/memories', sha256(body::bytea),
            jsonb_build_object('memory_id', data->'memory_id', 'salience', 0.5, 'kind', 0,
                               'created_at_unix_nanos', 1700000000000000001, 'auto_edges_added', 0), now());
  INSERT INTO events (scope_id, stream_id, event_id, type, schema_version, data_bytes, data)
    VALUES (scope, memory, uuidv7(), 'MemoryEncoded', 1, 380, data);
  INSERT INTO memories (scope_id, memory_id, kind, salience, session, speaker, role, text, created_at_nanos, occurred_at_nanos)
    VALUES (scope, memory, 0, 0.5, (data->>'session')::numeric, 'Maria', 'user', body, 1700000000000000001, 0);
  INSERT INTO memory_extractions (scope_id, memory_id, state, sweep_at)
    VALUES (scope, memory, 'done', now() + interval '1 minute');
END $function$`;
