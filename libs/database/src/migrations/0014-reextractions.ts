import type { MigrationInterface, QueryRunner } from 'typeorm';
import { scopeIsolationSql } from '../schema/row-security.js';

/** Progress of the re-extraction of a scope, until it ends. */
export class Reextractions0014 implements MigrationInterface {
  readonly name = 'Reextractions1700000000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- request: what was asked for, with the versions of the stages; another request begins anew. after_memory: the
      -- last memory that was read, moved in the transaction that writes what was found in it.
      CREATE TABLE reextractions (
        scope_id     uuid PRIMARY KEY,
        request      text NOT NULL,
        started_at   timestamptz NOT NULL,
        after_memory uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
        read         integer NOT NULL DEFAULT 0,
        changed      integer NOT NULL DEFAULT 0,
        failed       integer NOT NULL DEFAULT 0
      );`);
    await runner.query(scopeIsolationSql('reextractions'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reextractions');
  }
}
