import type { MigrationInterface, QueryRunner } from 'typeorm';
import { scopeAppendSql } from '../schema/row-security.js';

/** One audit trail of operators and erasures, appended to and read by the owner only. */
export class AuditTrail0042 implements MigrationInterface {
  readonly name = 'AuditTrail1700000000042';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP_SQL);
    await runner.query(scopeAppendSql('audit_events'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN_SQL);
  }
}

const UP_SQL = /* sql */ `
ALTER TABLE credential_audit RENAME TO audit_events;
ALTER TABLE audit_events RENAME CONSTRAINT credential_audit_pkey TO audit_events_pkey;
ALTER INDEX credential_audit_by_key RENAME TO audit_events_by_key;
-- origin: from where, an address, or user and host of a command.
ALTER TABLE audit_events ADD COLUMN memory_id uuid, ADD COLUMN origin text;
CREATE INDEX audit_events_by_scope ON audit_events (scope_id, entry_id);

-- For processes of the version before, while they run beside this one.
CREATE VIEW credential_audit AS
  SELECT entry_id, at, actor, request_id, operation, outcome, scope_id, key_id FROM audit_events;

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
`;

const DOWN_SQL = /* sql */ `
DROP TRIGGER audit_events_append_only ON audit_events;
DROP TRIGGER audit_events_not_truncated ON audit_events;
DROP FUNCTION refuse_audit_change;
DROP VIEW credential_audit;
DROP INDEX audit_events_by_scope;
ALTER TABLE audit_events DISABLE ROW LEVEL SECURITY;
DROP POLICY scope_append ON audit_events;
REVOKE ALL ON audit_events FROM engraph_service;
ALTER TABLE audit_events DROP COLUMN memory_id, DROP COLUMN origin;
ALTER INDEX audit_events_by_key RENAME TO credential_audit_by_key;
ALTER TABLE audit_events RENAME CONSTRAINT audit_events_pkey TO credential_audit_pkey;
ALTER TABLE audit_events RENAME TO credential_audit;
`;
