import type { MigrationInterface, QueryRunner } from 'typeorm';

const COMMENT =
  'end of the interval, Unix nanoseconds: of an age a year after it was last told, unless it ended before; 0: still holds';

/** Ages end 365 days after they were last told, as later projections end them. */
const FILL = /* sql */ `
UPDATE statements SET valid_to_nanos = last_at_nanos + 31536000000000000
WHERE predicate = 'age' AND last_at_nanos > 0
  AND (valid_to_nanos = 0 OR valid_to_nanos > last_at_nanos + 31536000000000000);
COMMENT ON COLUMN statements.valid_to_nanos IS '${COMMENT}';
`;

/** Gives ages an end. */
export class AgesLapse0006 implements MigrationInterface {
  readonly name = 'AgesLapse1700000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FILL);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('a migration cannot be undone; restore a backup instead'));
  }
}
