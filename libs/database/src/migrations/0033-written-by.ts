import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Transaction that stored a memory, for lists in ascending order. */
export class WrittenBy0033 implements MigrationInterface {
  readonly name = 'WrittenBy1700000000033';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(WRITTEN_BY_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE memories DROP COLUMN written_by');
  }
}

/**
 * Null for memories older than the column: every list began after they were committed. No row is rewritten, since the
 * default is set after the column is added.
 */
const WRITTEN_BY_SQL = /* sql */ `
ALTER TABLE memories ADD COLUMN written_by xid8;
ALTER TABLE memories ALTER COLUMN written_by SET DEFAULT pg_current_xact_id();
CREATE INDEX memories_written_by ON memories (scope_id, written_by, memory_id) WHERE written_by IS NOT NULL;
`;
