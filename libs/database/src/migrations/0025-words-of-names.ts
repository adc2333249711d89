import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Characters between the words of a name, within brackets of a regular expression. */
const BETWEEN = ` /(."''&,-`;
const SKIPPED = `^[${BETWEEN}]*`;
const WORD = `[^${BETWEEN}]+[${BETWEEN}]+`;

/** SQL of a folded name from its word of a number on, counted from 1; null where it has fewer words. */
const from = (word: number): string =>
  `substring(folded FROM '${SKIPPED}(?:${WORD}){${String(word - 1)}}([^${BETWEEN}].*)$')`;

/** Stored columns: indexes of expressions are not used under row-level security, nor are those of arrays. */
const COLUMNS = /* sql */ `
ALTER TABLE entity_names
  ADD COLUMN second_word text COLLATE "C" GENERATED ALWAYS AS (${from(2)}) STORED,
  ADD COLUMN third_word text COLLATE "C" GENERATED ALWAYS AS (${from(3)}) STORED,
  ADD COLUMN fourth_word text COLLATE "C" GENERATED ALWAYS AS (${from(4)}) STORED,
  ADD COLUMN last_word text COLLATE "C" GENERATED ALWAYS AS (
    substring(folded FROM '${SKIPPED}(?:${WORD}){4,}([^${BETWEEN}]+)[${BETWEEN}]*$')) STORED;
COMMENT ON COLUMN entity_names.second_word IS 'folded name from its second word on, to find names by it; null: it has none';
COMMENT ON COLUMN entity_names.third_word IS 'folded name from its third word on; null: it has none';
COMMENT ON COLUMN entity_names.fourth_word IS 'folded name from its fourth word on; null: it has none';
COMMENT ON COLUMN entity_names.last_word IS 'last word of a folded name of five words or more; null for others';
`;

const INDEXES = /* sql */ `
CREATE INDEX entity_names_second_word ON entity_names (scope_id, second_word) WHERE second_word IS NOT NULL;
CREATE INDEX entity_names_third_word ON entity_names (scope_id, third_word) WHERE third_word IS NOT NULL;
CREATE INDEX entity_names_fourth_word ON entity_names (scope_id, fourth_word) WHERE fourth_word IS NOT NULL;
CREATE INDEX entity_names_last_word ON entity_names (scope_id, last_word) WHERE last_word IS NOT NULL;
`;

/** Names of entities by their later words. */
export class WordsOfNames0025 implements MigrationInterface {
  readonly name = 'WordsOfNames1700000000025';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [COLUMNS, INDEXES]) await runner.query(sql);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('a migration cannot be undone; restore a backup instead'));
  }
}
