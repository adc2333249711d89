import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes equal memories findable: a hash over what makes two of them equal, for every memory, because the one that a
 * write with `dedupe: content` meets was mostly written without. Postgres computes it, here for those stored before
 * too, and forgets it when a text is erased. Hashes may collide; whoever looks one up compares the columns as well.
 *
 * Tried instead: a unique table of keys, twice the write-ahead log; keys made when a scope first asks, one long
 * transaction in a large scope.
 */
export class ContentKeys0010 implements MigrationInterface {
  readonly name = 'ContentKeys1700000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      CREATE FUNCTION content_key(text text, speaker text, session numeric, role text, kind smallint) RETURNS bigint
      LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
        hashtextextended(text, hashtextextended(coalesce(speaker, ''), hashtextextended(coalesce(role, ''),
          hash_numeric_extended(coalesce(session, -1), kind))));
      ALTER TABLE memories
        ADD COLUMN content_key bigint GENERATED ALWAYS AS (content_key(text, speaker, session, role, kind)) STORED;
      CREATE INDEX memories_content ON memories (scope_id, content_key);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE memories DROP COLUMN content_key;
      DROP FUNCTION content_key(text, text, numeric, text, smallint);`);
  }
}
