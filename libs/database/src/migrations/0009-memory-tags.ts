import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMN = /* sql */ `
ALTER TABLE memories ADD COLUMN tags text[];
COMMENT ON COLUMN memories.tags IS 'tags of the caller, each once; null: none';
`;

/** As in the first schema, but also without the tags of the erased memory. */
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
  SET data = data - 'tags' || CASE type
    WHEN 'MemoryEncoded' THEN '{"text": null, "speaker": null, "session": null, "metadata": null}'
    ELSE '{"observations": null}' END::jsonb
  WHERE scope_id = scope AND stream_id = memory AND type IN ('MemoryEncoded', 'MemoryExtracted');
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

/** Adds the tags of a memory. Nullable and without default, so that no row is rewritten. */
export class MemoryTags0009 implements MigrationInterface {
  readonly name = 'MemoryTags1700000000009';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [COLUMN, REDACTION]) await runner.query(sql);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('a migration cannot be undone; restore a backup instead'));
  }
}
