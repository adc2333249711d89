import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks the current facts of a table whose later weak ends leave them in doubt: as later projections find them. */
const fill = (table: 'relations' | 'statements', id: string, ofSeveral: string): string => /* sql */ `
UPDATE ${table} AS doubted SET unsettled = true
FROM graph_thresholds, (SELECT DISTINCT scope_id, pair_id FROM candidate_evidence WHERE NOT asserted) AS pair
JOIN ${table} AS fact USING (scope_id, pair_id)
CROSS JOIN LATERAL (
  SELECT least(sum(weight), 5e11)::float8 / 1e9 AS weight FROM (
    SELECT max(weight) AS weight FROM (
      SELECT memory_id, ordinal, event_at_nanos, weight FROM candidate_evidence AS c
      WHERE c.scope_id = fact.scope_id AND c.pair_id = fact.pair_id AND NOT c.asserted
      ORDER BY memory_id, ordinal LIMIT 100) AS weak
    WHERE (event_at_nanos, memory_id, ordinal) > (fact.last_at_nanos, fact.last_memory, fact.last_ordinal)
      AND NOT EXISTS (SELECT FROM evidence AS e WHERE e.scope_id = fact.scope_id AND e.memory_id = weak.memory_id
                      AND e.ordinal = weak.ordinal)
    GROUP BY memory_id) AS strongest
  HAVING count(*) > 0) AS against
WHERE fact.valid_to_nanos = 0 AND fact.${ofSeveral} AND fact.confidence * exp(-against.weight) < fact_min_confidence
  AND doubted.scope_id = fact.scope_id AND doubted.${id} = fact.${id};
`;

/** Facts of predicates with several values at a time are unsettled by weak ends, as those with one value are. */
export class DeniedFacts0021 implements MigrationInterface {
  readonly name = 'DeniedFacts1700000000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(fill('relations', 'relation_id', 'type_id NOT IN (1, 2, 10, 13, 14, 16)'));
    await runner.query(fill('statements', 'statement_id', `kind <> 'attribute'`));
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('a migration cannot be undone; restore a backup instead'));
  }
}
