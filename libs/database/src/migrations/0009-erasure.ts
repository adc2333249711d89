import type { MigrationInterface, QueryRunner } from 'typeorm';
import { batchReadSql, scopeIsolationSql } from '../schema/row-security.js';

/** What a soft forget keeps so that it can be undone, and which scopes were erased. */
export class Erasure0009 implements MigrationInterface {
  readonly name = 'Erasure1700000000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- Links that went with a softly forgotten memory, until it is restored or erased.
      CREATE TABLE forgotten_links (
        scope_id         uuid NOT NULL,
        memory_id        uuid NOT NULL,
        source           uuid NOT NULL,
        target           uuid NOT NULL,
        kind             text COLLATE "C" NOT NULL,
        weight           double precision NOT NULL,
        created_at_nanos bigint NOT NULL,
        PRIMARY KEY (scope_id, memory_id, source, kind, target)
      );

      -- Scopes that take no more writes. finished_at: when nothing of the scope was left.
      CREATE TABLE erased_scopes (
        scope_id    uuid PRIMARY KEY,
        erased_at   timestamptz NOT NULL,
        finished_at timestamptz
      );`);
    await runner.query(scopeIsolationSql('forgotten_links'));
    await runner.query(batchReadSql('erased_scopes'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE forgotten_links; DROP TABLE erased_scopes');
  }
}
