import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMN = /* sql */ `
ALTER TABLE memories ADD COLUMN session_text text;
COMMENT ON COLUMN memories.session IS
  'session, an unsigned 64-bit integer; of a text that is no such integer, the first 64 bits of its SHA-256; null: none';
COMMENT ON COLUMN memories.session_text IS 'session as the caller gave it, if as a text; null: as a number, or none';
COMMENT ON COLUMN session_heads.session IS 'number of the session, as in memories';
`;

/** As before, but also without the text of the session. */
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
      THEN (data - 'tags' - 'session_text') || '{"text": null, "speaker": null, "session": null, "metadata": null}'::jsonb
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

/** Adds sessions that are texts. Nullable and without default, so that no row is rewritten. */
export class SessionTexts0016 implements MigrationInterface {
  readonly name = 'SessionTexts1700000000016';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [COLUMN, REDACTION]) await runner.query(sql);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('a migration cannot be undone; restore a backup instead'));
  }
}
