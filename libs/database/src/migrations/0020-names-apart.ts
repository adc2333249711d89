import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Evidence that two names are not one entity, beside the evidence that they are. */
export class NamesApart0020 implements MigrationInterface {
  readonly name = 'NamesApart1700000000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alias_claims ADD COLUMN apart boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM alias_claims WHERE apart');
    await runner.query('ALTER TABLE alias_claims DROP COLUMN apart');
  }
}
