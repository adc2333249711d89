import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Claims that retract a mistaken claim of another memory. */
export class RetractedClaims0023 implements MigrationInterface {
  readonly name = 'RetractedClaims1700000000023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- retracts: the memory whose like claim was a slip; null for a claim of its own.
      ALTER TABLE claims ADD COLUMN retracts uuid;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE claims DROP COLUMN retracts');
  }
}
