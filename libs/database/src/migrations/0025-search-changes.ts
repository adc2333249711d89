import type { MigrationInterface, QueryRunner } from 'typeorm';
import { scopeIsolationSql } from '../schema/row-security.js';

/** Change feed of the index of a scope, in order, for in-memory indexes. */
export class SearchChanges0025 implements MigrationInterface {
  readonly name = 'SearchChanges1700000000025';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE_SQL);
    await runner.query(scopeIsolationSql('search_changes'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE search_changes; DROP SEQUENCE search_change_numbers;');
  }
}

/**
 * The number is drawn under the scope's lock, so within a scope numbers become visible in order, and a reader that
 * requests those above the last it saw misses none. The effect of a change is read from the tables: whether the memory
 * is in them, and the current names of the entity. With neither of the two, vectors changed.
 */
const TABLE_SQL = /* sql */ `
CREATE SEQUENCE search_change_numbers;
GRANT USAGE ON SEQUENCE search_change_numbers TO engraph_service;
CREATE TABLE search_changes (
  scope_id  uuid NOT NULL,
  number    bigint NOT NULL DEFAULT nextval('search_change_numbers'),
  memory_id uuid,
  entity_id uuid,
  PRIMARY KEY (scope_id, number)
);
`;
