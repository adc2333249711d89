import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = /* sql */ `
ALTER TABLE fact_decisions ADD COLUMN reading integer;
UPDATE fact_decisions SET reading = 1 WHERE memory_id IS NOT NULL;
ALTER TABLE fact_decisions ADD CHECK ((reading IS NULL) = (memory_id IS NULL));
COMMENT ON COLUMN fact_decisions.reading IS 'reading of the memory that a confirmation repeats; null: none';
COMMENT ON COLUMN fact_decisions.decision_id IS
  'UUIDv5 of the fact, the decision and all that it states; the ids of its claims in place of a memory follow from it';
COMMENT ON COLUMN fact_decisions.from_nanos IS 'beginning of the interval that it is about, Unix nanoseconds; 0: unknown';
COMMENT ON COLUMN fact_decisions.to_nanos IS 'end of the interval that it is about, Unix nanoseconds; 0: still holds';
COMMENT ON COLUMN fact_decisions.stands IS
  'true: asserts the fact; false: a retraction, retracted later, or its memory is not live or has a new reading';
`;

/** Decisions about facts are about intervals, and confirmations about readings of memories. */
export class DecidedPeriods0019 implements MigrationInterface {
  readonly name = 'DecidedPeriods1700000000019';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('a migration cannot be undone; restore a backup instead'));
  }
}
