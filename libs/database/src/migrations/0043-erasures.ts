import type { MigrationInterface, QueryRunner } from 'typeorm';
import { scopeAppendSql } from '../schema/row-security.js';

/** List of erasures, by ids only, so that a restored older backup can be made to forget again. */
export class Erasures0043 implements MigrationInterface {
  readonly name = 'Erasures1700000000043';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP_SQL);
    await runner.query(scopeAppendSql('erasures'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE erasures; DROP TABLE restores;');
  }
}

/** The primary key does not begin with the scope, so that erasing the scope keeps the list. */
const UP_SQL = /* sql */ `
-- memory_id is null where the scope was erased as a whole. Ids are UUIDv7, but of what was erased before this list.
CREATE TABLE erasures (
  erasure_id uuid PRIMARY KEY,
  erased_at  timestamptz NOT NULL,
  scope_id   uuid NOT NULL,
  memory_id  uuid
);
INSERT INTO erasures (erasure_id, erased_at, scope_id, memory_id)
  SELECT gen_random_uuid(), erased_at, scope_id, NULL FROM erased_scopes
  UNION ALL
  SELECT gen_random_uuid(), coalesce(forgotten_at, now()), scope_id, memory_id FROM memories WHERE erased;
CREATE TRIGGER erasures_append_only BEFORE UPDATE OR DELETE ON erasures
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER erasures_not_truncated BEFORE TRUNCATE ON erasures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- A restore that has not finished: nothing is served meanwhile, as what was erased since the backup may be there.
CREATE TABLE restores (
  restore_id  uuid PRIMARY KEY,
  sha256      text NOT NULL,
  started_at  timestamptz NOT NULL,
  finished_at timestamptz
);
`;
