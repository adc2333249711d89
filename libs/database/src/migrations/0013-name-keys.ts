import type { MigrationInterface, QueryRunner } from 'typeorm';
import { scopeIsolationSql } from '../schema/row-security.js';

/** Blocking keys of the names of a scope, a read model recreated by a rebuild. */
export class NameKeys0013 implements MigrationInterface {
  readonly name = 'NameKeys1700000000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- Keys of the normal form of each entity row. asked: the row looks for fuller names by it, else it is found by it.
      CREATE TABLE name_keys (
        scope_id  uuid NOT NULL,
        key       text COLLATE "C" NOT NULL,
        asked     boolean NOT NULL,
        entity_id uuid NOT NULL,
        PRIMARY KEY (scope_id, key, asked, entity_id)
      );`);
    await runner.query(scopeIsolationSql('name_keys'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE name_keys');
  }
}
