import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMN = /* sql */ `
ALTER TABLE fact_decisions ADD COLUMN context uuid[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN fact_decisions.context IS
  'earlier memories with which the claim was read that a confirmation repeats; empty: none, or another decision';
COMMENT ON COLUMN fact_decisions.stands IS
  'true: asserts the fact; false: a retraction, retracted later, its memory has a new reading, or that or one of the context is not live';
`;

/** What an erasure leaves of an event. One place, so that no function that redacts forgets a field. */
const REDACTED = /* sql */ `
CREATE FUNCTION redacted_event_data(type text, data jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT CASE type
    WHEN 'MemoryEncoded'
      THEN (data - 'tags' - 'session_text') || '{"text": null, "speaker": null, "session": null, "metadata": null}'
    WHEN 'MemoryRevised' THEN (data - 'tags') || '{"text": null, "metadata": null}'
    WHEN 'MemoryExtracted' THEN data || '{"observations": null}'
    WHEN 'FactConfirmed'
      THEN data || '{"subject": null, "object": null, "value": null, "text": null, "reason": null}'
    ELSE data END
$$;
COMMENT ON FUNCTION redacted_event_data IS
  'what remains of the data of an event when the memory that it tells of is erased: ids, times and numbers';
`;

const CHECK = (events: string): string => /* sql */ `
  IF scope IS DISTINCT FROM nullif(current_setting('engraph.scope', true), '')::uuid OR NOT EXISTS (
       SELECT FROM public.memories WHERE scope_id = scope AND memory_id = memory AND erased) THEN
    RAISE EXCEPTION 'only ${events} of an erased memory are redacted, within its scope'
      USING ERRCODE = 'insufficient_privilege';
  END IF;`;

const CLAIMS_LEFT = (kind: string): string => /* sql */ `(
      SELECT coalesce(jsonb_agg(claim ORDER BY place), '[]')
      FROM jsonb_array_elements(data #> '{observations,${kind}}') WITH ORDINALITY AS all_claims (claim, place)
      WHERE NOT coalesce(claim -> 'context' ? public_id, false))`;

/** As before, by the function of the fields. */
const REDACT_EVENTS = /* sql */ `
CREATE OR REPLACE FUNCTION redact_events(scope uuid, memory uuid, dependents uuid[], public_id text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET engraph.event_change = 'redaction'
AS $$
BEGIN${CHECK('events')}
  UPDATE public.events SET data = public.redacted_event_data(type, data)
  WHERE scope_id = scope AND stream_id = memory AND type IN ('MemoryEncoded', 'MemoryRevised', 'MemoryExtracted');
  UPDATE public.events
  SET data = jsonb_set(data, '{observations}', data -> 'observations' || jsonb_build_object(
    'relations', ${CLAIMS_LEFT('relations')},
    'statements', ${CLAIMS_LEFT('statements')}))
  WHERE scope_id = scope AND stream_id = ANY (dependents) AND type = 'MemoryExtracted'
    AND jsonb_path_exists(data, '$.observations.*[*].context[*] ? (@ == $id)', jsonb_build_object('id', public_id));
END $$;
`;

/** As before, and also confirmations of what was read with the memory. */
const REDACT_CONFIRMATIONS = /* sql */ `
CREATE OR REPLACE FUNCTION redact_confirmations(scope uuid, memory uuid, facts uuid[], public_id text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET engraph.event_change = 'redaction'
AS $$
BEGIN${CHECK('confirmations')}
  UPDATE public.events SET data = public.redacted_event_data(type, data)
  WHERE scope_id = scope AND stream_id = ANY (facts) AND type = 'FactConfirmed'
    AND (data ->> 'memory_id' = public_id OR coalesce(data -> 'context' ? public_id, false));
END $$;
`;

/** A confirmation depends on all memories that the confirmed claim was read with. */
export class ConfirmedContexts0022 implements MigrationInterface {
  readonly name = 'ConfirmedContexts1700000000022';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [COLUMN, REDACTED, REDACT_EVENTS, REDACT_CONFIRMATIONS]) await runner.query(sql);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('a migration cannot be undone; restore a backup instead'));
  }
}
