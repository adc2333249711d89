import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Cannot-link evidence: two names are different entities. */
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
