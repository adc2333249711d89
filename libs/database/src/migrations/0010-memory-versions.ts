import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Constant defaults: no row is rewritten. */
const COLUMNS = /* sql */ `
ALTER TABLE memories
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN reading integer NOT NULL DEFAULT 1,
  ADD COLUMN expires_at_nanos bigint,
  ADD COLUMN pinned boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN memories.version IS 'number of the version, from 1; each change of the memory is a new one';
COMMENT ON COLUMN memories.reading IS
  'number of the reading, from 1; extractions of lower ones do not count. It grows with a new text, and when a message changes that the memory was read with';
COMMENT ON COLUMN memories.expires_at_nanos IS 'when the memory expires, Unix nanoseconds; null: never';
COMMENT ON COLUMN memories.pinned IS 'whether the memory never expires';
CREATE INDEX memories_expiring ON memories (expires_at_nanos)
  WHERE expires_at_nanos IS NOT NULL AND state = 'active' AND NOT pinned;
`;

/** As before, and also redacts MemoryRevised, of which only ids, times and numbers remain. */
const REDACTION = /* sql */ `
CREATE OR REPLACE FUNCTION redact_events(scope uuid, memory uuid, dependents uuid[], public_id text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET engraph.event_change = 'redaction'
AS $$
BEGIN
  IF scope IS DISTINCT FROM nullif(current_setting('engraph.scope', true), '')::uuid OR NOT EXISTS (
       SELECT FROM public.memories WHERE scope_id = scope AND memory_id = memory AND erased) THEN
    RAISE EXCEPTION 'only events of an erased memory are redacted, within its scope'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE public.events
  SET data = CASE type
    WHEN 'MemoryEncoded'
      THEN (data - 'tags') || '{"text": null, "speaker": null, "session": null, "metadata": null}'::jsonb
    WHEN 'MemoryRevised' THEN (data - 'tags') || '{"text": null, "metadata": null}'::jsonb
    ELSE data || '{"observations": null}'::jsonb END
  WHERE scope_id = scope AND stream_id = memory AND type IN ('MemoryEncoded', 'MemoryRevised', 'MemoryExtracted');
  UPDATE public.events
  SET data = jsonb_set(data, '{observations}', data -> 'observations' || jsonb_build_object(
    'relations', (
      SELECT coalesce(jsonb_agg(claim ORDER BY place), '[]')
      FROM jsonb_array_elements(data #> '{observations,relations}') WITH ORDINALITY AS all_claims (claim, place)
      WHERE NOT coalesce(claim -> 'context' ? public_id, false)),
    'statements', (
      SELECT coalesce(jsonb_agg(claim ORDER BY place), '[]')
      FROM jsonb_array_elements(data #> '{observations,statements}') WITH ORDINALITY AS all_claims (claim, place)
      WHERE NOT coalesce(claim -> 'context' ? public_id, false))))
  WHERE scope_id = scope AND stream_id = ANY (dependents) AND type = 'MemoryExtracted'
    AND jsonb_path_exists(data, '$.observations.*[*].context[*] ? (@ == $id)', jsonb_build_object('id', public_id));
END $$;
`;

/** Versions and readings of memories, their expiry, and the redaction of MemoryRevised. */
export class MemoryVersions0010 implements MigrationInterface {
  readonly name = 'MemoryVersions1700000000010';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [COLUMNS, REDACTION]) await runner.query(sql);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('a migration cannot be undone; restore a backup instead'));
  }
}
