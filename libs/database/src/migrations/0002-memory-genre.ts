import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the genre that a caller may give to a memory. Nullable and without default, so that no row is rewritten. */
export class MemoryGenre0002 implements MigrationInterface {
  readonly name = 'MemoryGenre1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      ALTER TABLE memories ADD COLUMN genre text;
      COMMENT ON COLUMN memories.genre IS 'genre that the caller gave, such as note; null: told by the text';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE memories DROP COLUMN genre');
  }
}
