import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Content keys, by which equal memories are found: a hash over what makes two of them equal. Every memory has one,
 * because the memory that a write with `dedupe: content` meets was mostly written without that option. Postgres
 * computes it, here also for memories stored before, and removes it when a text is erased. Hashes may collide, so a
 * look-up must compare the columns as well.
 *
 * Alternatives tried: a unique table of keys doubles the write-ahead log; making the keys when a scope first needs them
 * takes one long transaction in a large scope.
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
