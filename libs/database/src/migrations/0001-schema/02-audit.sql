-- Audit trail of operators and erasures; rows are only appended. Its key does not begin with the scope, which is null
-- where an operation was refused before it had one.
CREATE TABLE audit_events (
  entry_id   uuid PRIMARY KEY, -- UUIDv7
  at         timestamptz NOT NULL, -- time of the operation
  actor      text NOT NULL, -- how it was requested: cli, admin, api or job
  request_id text NOT NULL, -- id of the request; empty for jobs
  operation  text NOT NULL, -- operation, such as key.create
  outcome    text NOT NULL, -- done, or the reason of the refusal
  scope_id   uuid, -- scope concerned; null: none
  key_id     uuid, -- key concerned, else the key of the caller; null: none
  memory_id  uuid, -- memory concerned; null: none
  origin     text -- address of the caller, or user and host of a command; null: unknown
);
CREATE INDEX audit_events_by_key ON audit_events (key_id, entry_id);
CREATE INDEX audit_events_by_scope ON audit_events (scope_id, entry_id);

-- Erasures, by ids only, so that a restored older backup can be made to forget again. The key does not begin with the
-- scope, so that erasing a scope keeps its entries.
CREATE TABLE erasures (
  erasure_id uuid PRIMARY KEY, -- UUIDv7
  erased_at  timestamptz NOT NULL, -- time of the erasure
  scope_id   uuid NOT NULL, -- scope of what was erased
  memory_id  uuid -- memory that was erased; null: the whole scope
);

-- Scopes that accept no more writes, because they were or are being erased.
CREATE TABLE erased_scopes (
  scope_id    uuid PRIMARY KEY, -- erased scope
  erased_at   timestamptz NOT NULL, -- time from which writes are refused
  finished_at timestamptz -- time at which nothing of the scope was left; null: not finished
);

-- Restores of backups. While one is unfinished nothing is served, since data erased after the backup may be present.
CREATE TABLE restores (
  restore_id  uuid PRIMARY KEY, -- UUIDv7
  sha256      text NOT NULL, -- checksum of the archive
  started_at  timestamptz NOT NULL, -- time of the start
  finished_at timestamptz -- time of the end; null: not finished
);

-- Refuses changes of append-only tables; entries past their retention may be deleted.
CREATE FUNCTION refuse_audit_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('engraph.audit_retention', true) = 'on' THEN RETURN OLD; END IF;
  RAISE EXCEPTION '% is appended, never changed', TG_TABLE_NAME USING ERRCODE = 'object_not_in_prerequisite_state';
END $$;

CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_events_not_truncated BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER erasures_append_only BEFORE UPDATE OR DELETE ON erasures
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER erasures_not_truncated BEFORE TRUNCATE ON erasures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Whether a scope was erased, for requests that have no scope yet.
CREATE FUNCTION is_erased_scope(wanted_scope_id uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT EXISTS (SELECT FROM public.erased_scopes WHERE scope_id = wanted_scope_id) $$;

REVOKE ALL ON FUNCTION is_erased_scope FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_erased_scope TO engraph_service;
