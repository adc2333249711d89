import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Event time of a memory, or its storing time when that is unset; with indexes of memories and claims by event time.
 */
export class SaidAt0019 implements MigrationInterface {
  readonly name = 'SaidAt1700000000019';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SAID_AT_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX claims_event; ALTER TABLE memories DROP COLUMN said_at_nanos;');
  }
}

/** A column instead of an expression index, which is not used under row-level security. */
const SAID_AT_SQL = /* sql */ `
ALTER TABLE memories ADD COLUMN said_at_nanos bigint NOT NULL GENERATED ALWAYS AS (
  CASE WHEN occurred_at_nanos = 0 THEN created_at_nanos ELSE occurred_at_nanos END) STORED;
CREATE INDEX memories_said ON memories (scope_id, said_at_nanos, memory_id) WHERE state = 0;
CREATE INDEX claims_event ON claims (scope_id, event_at_nanos, memory_id);
`;
