import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes the 4-grams of a term independent of the collation of the column it comes from. */
export class GramsOfAnyLetters0026 implements MigrationInterface {
  readonly name = 'GramsOfAnyLetters1700000000026';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ANY_LETTERS_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(functionSql(`term ~ '^[[:alpha:]]{4,32}$'`));
  }
}

/** A term consists of letters and digits, after a mark when it names a speaker. */
const functionSql = (condition: string): string => /* sql */ `
CREATE OR REPLACE FUNCTION search_grams_of(term text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT substr('^' || term || '$', i, 4) COLLATE "C"
  FROM generate_series(1, length(term) - 1) AS i WHERE ${condition}
$$;`;

/**
 * Under the collation "C" of the columns only ASCII letters counted as letters: n-grams of other words were written by
 * a projection but not removed by a forget.
 */
const ANY_LETTERS_SQL = /* sql */ `
${functionSql(`length(term) BETWEEN 4 AND 32 AND term !~ '[0-9@]'`)}
DELETE FROM search_grams AS g
WHERE NOT EXISTS (SELECT FROM search_terms AS t WHERE t.scope_id = g.scope_id AND t.term = g.term);
INSERT INTO search_grams (scope_id, gram, term)
SELECT scope_id, gram, term FROM search_terms CROSS JOIN LATERAL search_grams_of(term) AS gram
WHERE term ~ '[^ -~]' ON CONFLICT DO NOTHING;
`;
