import type { MigrationInterface, QueryRunner } from 'typeorm';
import { scopeIsolationSql } from '../schema/row-security.js';

/** Fair extraction by scope; memories that a worker had in hand when it died are tried alone. */
export class ExtractionTurns0031 implements MigrationInterface {
  readonly name = 'ExtractionTurns1700000000031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TURNS_SQL);
    await runner.query(scopeIsolationSql('extraction_turns'));
    await runner.query(SUSPECTS_SQL);
    await runner.query(WAITING_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      DROP TABLE extraction_turns;
      ALTER TABLE memory_extractions
        DROP COLUMN in_hand, DROP COLUMN alone_deaths, DROP COLUMN retry_at, DROP COLUMN parked_by;`);
  }
}

/**
 * Scopes with waiting memories. A worker leases a scope for its turn; a scope whose worker vanished is left alone until
 * leased_until. turn_at: its place in the queue. wakeups: how often it was registered, so that a worker that found
 * nothing more notices what came meanwhile. faults: consecutive turns ended by infrastructure errors.
 */
const TURNS_SQL = /* sql */ `
CREATE TABLE extraction_turns (
  scope_id     uuid PRIMARY KEY,
  wakeups      bigint NOT NULL DEFAULT 1,
  turn_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  worker       uuid,
  leased_until timestamptz,
  faults       smallint NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
CREATE INDEX extraction_turns_line ON extraction_turns (turn_at);
`;

/**
 * in_hand: worker that began the memory and has not settled it. retry_at: the memory is a suspect, tried alone and not
 * before that time. alone_deaths: workers that died while it was all they had in hand. parked_by: version that gave it
 * up.
 */
const SUSPECTS_SQL = /* sql */ `
ALTER TABLE memory_extractions
  ADD COLUMN in_hand uuid,
  ADD COLUMN alone_deaths smallint NOT NULL DEFAULT 0,
  ADD COLUMN retry_at timestamptz,
  ADD COLUMN parked_by text;
CREATE INDEX memory_extractions_suspects ON memory_extractions (retry_at) WHERE state = 'pending' AND retry_at IS NOT NULL;
`;

/**
 * Index of the waiting memories of each scope, and registration of the scopes waiting at the time of this migration.
 */
const WAITING_SQL = /* sql */ `
CREATE INDEX memory_extractions_waiting ON memory_extractions (scope_id, memory_id)
  WHERE state = 'pending' AND sweep_at < 'infinity' AND retry_at IS NULL;
INSERT INTO extraction_turns (scope_id)
SELECT DISTINCT scope_id FROM memory_extractions WHERE state = 'pending' AND sweep_at < 'infinity';
`;
