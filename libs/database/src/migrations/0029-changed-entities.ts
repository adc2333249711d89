import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Entities whose neighbourhood a projection changed, so that in-memory copies are read again. */
export class ChangedEntities0029 implements MigrationInterface {
  readonly name = 'ChangedEntities1700000000029';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMN_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE search_changes DROP COLUMN around');
  }
}

/**
 * Entities whose names, cluster, mentions, relations or statements changed; null in changes of words, names and
 * vectors.
 */
const COLUMN_SQL = /* sql */ `
ALTER TABLE search_changes ADD COLUMN around uuid[];
`;
