import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Entities around which a projection changed the graph, so that what an api holds of them in memory is read anew. */
export class ChangedEntities0029 implements MigrationInterface {
  readonly name = 'ChangedEntities1700000000029';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMN_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE search_changes DROP COLUMN around');
  }
}

/** Those whose names, group, mentions, relations or statements changed; null in the notes of words, names and vectors. */
const COLUMN_SQL = /* sql */ `
ALTER TABLE search_changes ADD COLUMN around uuid[];
`;
