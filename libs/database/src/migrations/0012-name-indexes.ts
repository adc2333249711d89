import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes that find a name by its end, and by its initials. */
export class NameIndexes0012 implements MigrationInterface {
  readonly name = 'NameIndexes1700000000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(NAME_INDEXES_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE entity_names DROP COLUMN backwards, DROP COLUMN initials');
  }
}

/**
 * Columns instead of expression indexes, which are not used under row-level security. `initials`, such as `ibm`, is set
 * for names of two to eight words, without counting small words.
 */
const NAME_INDEXES_SQL = /* sql */ `
ALTER TABLE entity_names
  ADD COLUMN backwards text COLLATE "C" NOT NULL GENERATED ALWAYS AS (reverse(folded)) STORED,
  ADD COLUMN initials text COLLATE "C" GENERATED ALWAYS AS (
    nullif(substring(
      regexp_replace(
        regexp_replace(folded, '(^|[^[:alnum:]])((of|the|and|for|in|de|la|du|des|und|y)[^[:alnum:]]+)+', '\\1', 'g'),
        '([[:alnum:]])[[:alnum:]]*[^[:alnum:]]*', '\\1', 'g')
      FROM '^[[:alnum:]]{2,8}$'), '')) STORED;
CREATE INDEX entity_names_backwards ON entity_names (scope_id, backwards);
CREATE INDEX entity_names_initials ON entity_names (scope_id, initials) WHERE initials IS NOT NULL;
`;
