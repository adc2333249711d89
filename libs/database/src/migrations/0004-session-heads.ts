import type { MigrationInterface, QueryRunner } from 'typeorm';
import { batchAppendSql, batchTableIsolationSql } from '../schema/row-security.js';

/** The last message of each session, and the message that each memory followed when it was written. */
export class SessionHeads0004 implements MigrationInterface {
  readonly name = 'SessionHeads1700000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      CREATE TABLE session_heads (
        scope_id           uuid NOT NULL,
        session            numeric NOT NULL,
        memory_uuid        uuid NOT NULL,
        memory_id          text NOT NULL,
        before_memory_uuid uuid,
        before_memory_id   text,
        PRIMARY KEY (scope_id, session)
      ) WITH (fillfactor = 70);
      ALTER TABLE memories ADD COLUMN follows uuid;`);
    await runner.query(batchTableIsolationSql('session_heads'));
    await runner.query(batchAppendSql('memory_links'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP POLICY batch_append ON memory_links;
      ALTER TABLE memories DROP COLUMN follows;
      DROP TABLE session_heads;`);
  }
}
