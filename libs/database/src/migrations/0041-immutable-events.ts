import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SERVICE_ROLE } from '../schema/row-security.js';

/** Immutable events: they are appended, and only one function may change them, to redact what was erased. */
export class ImmutableEvents0041 implements MigrationInterface {
  readonly name = 'ImmutableEvents1700000000041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN_SQL);
  }
}

const CLAIMS_LEFT = (list: string): string => `(
  SELECT coalesce(jsonb_agg(claim ORDER BY place), '[]')
  FROM jsonb_array_elements(data #> '{observations,${list}}') WITH ORDINALITY AS all_claims (claim, place)
  WHERE NOT coalesce(claim -> 'context' ? public_id, false))`;

const UP_SQL = /* sql */ `
REVOKE UPDATE, DELETE ON events FROM ${SERVICE_ROLE};

-- For the owner, too, who would otherwise do it by a slip: only data is ever changed, by redact_events, and rows go with
-- their scope alone.
CREATE FUNCTION refuse_event_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  change text := current_setting('engraph.event_change', true);
BEGIN
  IF TG_OP = 'UPDATE' AND change = 'redaction'
     AND (NEW.scope_id, NEW.stream_id, NEW.position, NEW.epoch, NEW.txid, NEW.event_id, NEW.type, NEW.schema_version,
          NEW.recorded_at, NEW.data_bytes)
       = (OLD.scope_id, OLD.stream_id, OLD.position, OLD.epoch, OLD.txid, OLD.event_id, OLD.type, OLD.schema_version,
          OLD.recorded_at, OLD.data_bytes) THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' AND change = 'erasure'
     AND EXISTS (SELECT FROM public.erased_scopes WHERE scope_id = OLD.scope_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'events are appended, never changed' USING ERRCODE = 'object_not_in_prerequisite_state';
END $$;
CREATE TRIGGER events_immutable BEFORE UPDATE OR DELETE ON events
  FOR EACH ROW EXECUTE FUNCTION refuse_event_change();
CREATE TRIGGER events_not_truncated BEFORE TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_event_change();

-- Redacts every event of a memory that was erased, and in events of others the claims that lean on it. What remains are
-- ids, times and numbers. It runs as the owner, for the scope that is set and a memory that is erased.
CREATE FUNCTION redact_events(scope uuid, memory uuid, readers uuid[], public_id text) RETURNS void
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
  SET data = data || CASE type
    WHEN 'MemoryEncoded' THEN '{"text": null, "speaker": null, "session": null, "metadata": null}'
    ELSE '{"observations": null}' END::jsonb
  WHERE scope_id = scope AND stream_id = memory AND type IN ('MemoryEncoded', 'MemoryExtracted');
  UPDATE public.events
  SET data = jsonb_set(data, '{observations}', data -> 'observations' || jsonb_build_object(
    'relations', ${CLAIMS_LEFT('relations')}, 'statements', ${CLAIMS_LEFT('statements')}))
  WHERE scope_id = scope AND stream_id = ANY (readers) AND type = 'MemoryExtracted'
    AND jsonb_path_exists(data, '$.observations.*[*].context[*] ? (@ == $id)', jsonb_build_object('id', public_id));
END $$;

-- The key of cursors is made by the first replica that needs it.
CREATE FUNCTION cursor_key(fresh bytea) RETURNS bytea
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  INSERT INTO public.deployment_secrets (name, value) VALUES ('cursor key', fresh) ON CONFLICT DO NOTHING;
  RETURN (SELECT value FROM public.deployment_secrets WHERE name = 'cursor key');
END $$;

REVOKE ALL ON FUNCTION redact_events, cursor_key FROM PUBLIC;
GRANT EXECUTE ON FUNCTION redact_events, cursor_key TO ${SERVICE_ROLE};
`;

const DOWN_SQL = /* sql */ `
DROP TRIGGER events_immutable ON events;
DROP TRIGGER events_not_truncated ON events;
DROP FUNCTION refuse_event_change, redact_events, cursor_key;
GRANT UPDATE, DELETE ON events TO ${SERVICE_ROLE};
`;
