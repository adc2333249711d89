import type { MigrationInterface, QueryRunner } from 'typeorm';
import { scopeIsolationSql } from '../schema/row-security.js';

/** Character 4-grams of the terms of a scope, by which similarly spelled terms are found. */
export class SearchGrams0018 implements MigrationInterface {
  readonly name = 'SearchGrams1700000000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(GRAMS_SQL);
    await runner.query(scopeIsolationSql('search_grams'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE search_grams; DROP FUNCTION search_grams_of;');
  }
}

/**
 * The n-grams belong to the vocabulary, not to memories: words of a scope repeat, so a memory adds few rows or none.
 */
const GRAMS_SQL = /* sql */ `
CREATE FUNCTION search_grams_of(term text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT substr('^' || term || '$', i, 4) COLLATE "C"
  FROM generate_series(1, length(term) - 1) AS i WHERE term ~ '^[[:alpha:]]{4,32}$'
$$;
CREATE TABLE search_grams (
  scope_id uuid NOT NULL,
  gram     text COLLATE "C" NOT NULL,
  term     text COLLATE "C" NOT NULL,
  PRIMARY KEY (scope_id, gram, term)
);
INSERT INTO search_grams (scope_id, gram, term)
SELECT scope_id, gram, term FROM search_terms CROSS JOIN LATERAL search_grams_of(term) AS gram;
`;
