import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The session of a memory in a type for which an index is used under row-level security. */
export class SessionKey0021 implements MigrationInterface {
  readonly name = 'SessionKey1700000000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SESSION_KEY_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE memories DROP COLUMN session_key;
      CREATE INDEX memories_session ON memories (scope_id, session, memory_id) WHERE session IS NOT NULL;`);
  }
}

/**
 * Sessions are unsigned 64-bit integers; less 2^63 they fit a bigint. Comparisons of numerics are not leakproof, so no
 * index is used for them under row-level security, and finding the message next to another would read all memories in
 * between.
 */
const SESSION_KEY_SQL = /* sql */ `
DROP INDEX memories_session;
ALTER TABLE memories ADD COLUMN session_key bigint GENERATED ALWAYS AS ((session - 9223372036854775808)::bigint) STORED;
CREATE INDEX memories_session_key ON memories (scope_id, session_key, memory_id) WHERE session_key IS NOT NULL;
`;
