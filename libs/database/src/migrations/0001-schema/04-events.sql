-- Clusters that the log has lived in. A restore into another cluster starts a new epoch, because transaction ids start
-- again there.
CREATE TABLE log_epochs (
  epoch             integer PRIMARY KEY, -- number of the epoch, from 1
  system_identifier bigint NOT NULL, -- identifier of the Postgres cluster
  started_at        timestamptz NOT NULL DEFAULT now() -- time of the first migration there
);
INSERT INTO log_epochs (epoch, system_identifier) SELECT 1, system_identifier FROM pg_control_system();

CREATE SEQUENCE event_position;
GRANT USAGE ON SEQUENCE event_position TO engraph_service;

-- The log: source of truth. Readers order by (epoch, txid, position) below the oldest running transaction; by position
-- alone, a late commit would be skipped.
CREATE TABLE events (
  scope_id       uuid NOT NULL, -- scope of the stream
  stream_id      uuid NOT NULL, -- memory, entity or scope that the event is about
  position       bigint NOT NULL DEFAULT nextval('event_position'), -- order within a stream; unique in the log
  epoch          integer NOT NULL DEFAULT 1, -- epoch of the cluster that wrote it
  txid           xid8 NOT NULL DEFAULT pg_current_xact_id(), -- transaction that wrote it
  event_id       uuid NOT NULL, -- UUIDv7; id of the published message
  type           text NOT NULL, -- event type, such as MemoryEncoded
  schema_version smallint NOT NULL, -- version of the data's schema
  recorded_at    timestamptz NOT NULL DEFAULT clock_timestamp(), -- time of the write
  data_bytes     integer NOT NULL, -- size of the data as JSON, when it was written
  data           jsonb NOT NULL, -- the event itself; redacted when its memory is erased
  traceparent    text, -- W3C trace context; null: not traced
  PRIMARY KEY (scope_id, stream_id, position)
);
CREATE INDEX events_log ON events (epoch, txid, position);

-- Idempotency keys. A row commits with the write that it stands for; its expiry after 24 hours is judged when read.
CREATE TABLE request_ledger (
  scope_id    uuid NOT NULL, -- scope of the request
  request_id  text COLLATE "C" NOT NULL, -- idempotency key
  operation   text NOT NULL, -- operation of the request
  fingerprint bytea NOT NULL, -- hash of the request, which a repeated one must match
  result      jsonb NOT NULL, -- answer, repeated for the same request
  created_at  timestamptz NOT NULL, -- time of the write
  PRIMARY KEY (scope_id, request_id)
);
CREATE INDEX request_ledger_age ON request_ledger USING brin (created_at) WITH (autosummarize = on);

-- Positions of the subscriptions to the log. Only the holder of the lease moves one.
CREATE TABLE log_checkpoints (
  reader     text PRIMARY KEY, -- name of the subscription
  epoch      integer NOT NULL, -- epoch of the last handled event
  txid       xid8 NOT NULL, -- transaction of the last handled event
  position   bigint NOT NULL, -- position of the last handled event
  updated_at timestamptz NOT NULL DEFAULT now() -- time of the last move
);

-- Leases of the leaders of subscriptions.
CREATE TABLE log_reader_leases (
  reader        text PRIMARY KEY, -- name of the subscription
  holder        text, -- host and process of the leader, for humans; null: released
  fence         bigint NOT NULL, -- number of the term, which grows with each leader
  expires_at    timestamptz NOT NULL, -- end of the lease unless it is renewed
  unknown_event text -- event of an unknown type or version before which the leader stopped; null: none
);

-- Refuses changes of the log, also to the owner: only redact_events changes data, and rows are deleted only with an
-- erased scope.
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

-- Redacts all events of an erased memory, and removes from events of other memories the claims that depend on it. Ids,
-- times and numbers remain. Runs as the owner, for the current scope and an erased memory only.
CREATE FUNCTION redact_events(scope uuid, memory uuid, dependents uuid[], public_id text) RETURNS void
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

REVOKE ALL ON FUNCTION redact_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION redact_events TO engraph_service;
