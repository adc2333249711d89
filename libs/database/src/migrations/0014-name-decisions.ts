import type { MigrationInterface, QueryRunner } from 'typeorm';
import { scopeIsolationSql } from '../schema/row-security.js';

/** Operators' decisions about names, a read model recreated by a rebuild. */
export class NameDecisions0014 implements MigrationInterface {
  readonly name = 'NameDecisions1700000000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- The latest decision on each entity row; the row itself may be gone, or yet to come.
      CREATE TABLE name_decisions (
        scope_id         uuid NOT NULL,
        entity_id        uuid NOT NULL,
        decision         text NOT NULL CHECK (decision IN ('merge', 'split', 'release')),
        into_entity_id   uuid CHECK ((into_entity_id IS NOT NULL) = (decision = 'merge')),
        decided_at_nanos bigint NOT NULL,
        PRIMARY KEY (scope_id, entity_id)
      );
      CREATE INDEX name_decisions_into ON name_decisions (scope_id, into_entity_id) WHERE into_entity_id IS NOT NULL;`);
    await runner.query(scopeIsolationSql('name_decisions'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE name_decisions');
  }
}
