import type { MigrationInterface, QueryRunner } from 'typeorm';
import { commentStatements } from '../schema/sql-comments.js';

const TABLE = /* sql */ `
-- Latest correction of the type or name of an entity by a caller, by each entity row that is the corrected entity, a
-- read model. The rows may not exist any more, or not yet; that of the new name always does.
CREATE TABLE entity_corrections (
  scope_id         uuid NOT NULL, -- scope of the entity
  entity_id        uuid NOT NULL, -- entity row that is the corrected entity
  named_id         uuid NOT NULL, -- entity row of the type and name that a caller gave it; may be the same row
  surface          text NOT NULL, -- name as the caller gave it
  decided_at_nanos bigint NOT NULL, -- time of the correction, Unix nanoseconds
  PRIMARY KEY (scope_id, entity_id)
);
CREATE INDEX entity_corrections_named ON entity_corrections (scope_id, named_id);
`;

const ACCESS = /* sql */ `
ALTER TABLE entity_corrections ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_scope ON entity_corrections TO engraph_service
  USING (scope_id = nullif(current_setting('engraph.scope', true), '')::uuid)
  WITH CHECK (scope_id = nullif(current_setting('engraph.scope', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON entity_corrections TO engraph_service;
`;

/** Types and names of entities that callers put right. */
export class EntityCorrections0017 implements MigrationInterface {
  readonly name = 'EntityCorrections1700000000017';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [TABLE, commentStatements(TABLE), ACCESS]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE entity_corrections');
  }
}
