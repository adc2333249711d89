import type { MigrationInterface, QueryRunner } from 'typeorm';
import { scopeIsolationSql } from '../schema/row-security.js';

/** Links between memories, written in the transaction of their event. */
export class MemoryLinks0003 implements MigrationInterface {
  readonly name = 'MemoryLinks1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      CREATE TABLE memory_links (
        scope_id         uuid NOT NULL,
        source           uuid NOT NULL,
        target           uuid NOT NULL,
        kind             text COLLATE "C" NOT NULL,
        weight           double precision NOT NULL,
        created_at_nanos bigint NOT NULL,
        PRIMARY KEY (scope_id, source, kind, target)
      );
      CREATE INDEX memory_links_target ON memory_links (scope_id, target);`);
    await runner.query(scopeIsolationSql('memory_links'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE memory_links');
  }
}
