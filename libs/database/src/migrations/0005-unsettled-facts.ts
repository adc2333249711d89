import type { MigrationInterface, QueryRunner } from 'typeorm';

const COMMENT =
  'true: later candidates make it doubtful whether it still holds, so that it is neither current nor ended';

const COLUMNS = /* sql */ `
ALTER TABLE relations ADD COLUMN unsettled boolean NOT NULL DEFAULT false;
ALTER TABLE statements ADD COLUMN unsettled boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN relations.unsettled IS '${COMMENT}';
COMMENT ON COLUMN statements.unsettled IS '${COMMENT}';
`;

/**
 * A projection reads the current facts of predicates with one value at a time, however many there were before:
 * works_at, reports_to, lives_in, located_in, part_of, and spouse_of from either end.
 */
const INDEXES = /* sql */ `
CREATE INDEX relations_current ON relations (scope_id, from_entity, type_id)
  WHERE valid_to_nanos = 0 AND type_id IN (1, 2, 10, 13, 14, 16);
CREATE INDEX relations_current_to ON relations (scope_id, to_entity, type_id)
  WHERE valid_to_nanos = 0 AND type_id IN (16);
CREATE INDEX statements_current ON statements (scope_id, subject, predicate)
  WHERE valid_to_nanos = 0 AND kind = 'attribute';
`;

/** Facts of an existing graph, and the candidates that contradict them: as later projections find them. */
const FILL = /* sql */ `
CREATE TEMPORARY TABLE facts ON COMMIT DROP AS
SELECT scope_id, true AS is_relation, relation_id AS id,
       CASE type_id WHEN 1 THEN 'works_at' WHEN 2 THEN 'reports_to' WHEN 10 THEN 'lives_in' WHEN 13 THEN 'located_in'
                    WHEN 14 THEN 'part_of' WHEN 16 THEN 'spouse_of' END AS predicate,
       from_entity AS subject, CASE type_id WHEN 16 THEN to_entity END AS other_subject,
       pair_id, confidence, last_at_nanos, last_memory, last_ordinal
FROM relations WHERE valid_to_nanos = 0 AND type_id IN (1, 2, 10, 13, 14, 16)
UNION ALL
SELECT scope_id, false, statement_id, predicate, subject, NULL, pair_id, confidence, last_at_nanos, last_memory,
       last_ordinal
FROM statements WHERE valid_to_nanos = 0 AND kind = 'attribute';

CREATE TEMPORARY TABLE doubted ON COMMIT DROP AS
SELECT fact.scope_id, fact.is_relation, fact.id
FROM facts AS fact CROSS JOIN graph_thresholds CROSS JOIN LATERAL (
  SELECT least(sum(strongest.weight), 5e11)::float8 / 1e9 AS weight FROM (
    SELECT weak.memory_id, max(weak.weight) AS weight FROM (
      SELECT found.* FROM (VALUES (fact.subject), (fact.other_subject)) AS node (id) CROSS JOIN LATERAL (
        (SELECT memory_id, ordinal, event_at_nanos, weight, pair_id FROM candidate_evidence AS c
         WHERE c.scope_id = fact.scope_id AND c.entity_a = node.id AND c.asserted
         ORDER BY c.weight DESC, c.memory_id, c.ordinal LIMIT 100)
        UNION ALL
        (SELECT memory_id, ordinal, event_at_nanos, weight, pair_id FROM candidate_evidence AS c
         WHERE c.scope_id = fact.scope_id AND c.entity_b = node.id AND c.asserted
         ORDER BY c.weight DESC, c.memory_id, c.ordinal LIMIT 100)
      ) AS found
      JOIN claims AS claim ON claim.scope_id = fact.scope_id AND claim.memory_id = found.memory_id
        AND claim.ordinal = found.ordinal
      JOIN entities AS own ON own.scope_id = fact.scope_id AND own.entity_id = claim.subject
      WHERE found.pair_id <> fact.pair_id AND claim.predicate = fact.predicate
        AND (claim.kind = 'relation') = fact.is_relation
        AND (coalesce(own.merged_into, own.entity_id) = node.id OR claim.predicate = 'spouse_of')
      UNION ALL
      (SELECT memory_id, ordinal, event_at_nanos, weight, pair_id FROM candidate_evidence AS c
       WHERE c.scope_id = fact.scope_id AND c.pair_id = fact.pair_id AND NOT c.asserted
       ORDER BY c.memory_id, c.ordinal LIMIT 100)
    ) AS weak
    WHERE (weak.event_at_nanos, weak.memory_id, weak.ordinal) > (fact.last_at_nanos, fact.last_memory, fact.last_ordinal)
      AND NOT EXISTS (SELECT FROM evidence AS e WHERE e.scope_id = fact.scope_id AND e.memory_id = weak.memory_id
                      AND e.ordinal = weak.ordinal)
    GROUP BY weak.memory_id
  ) AS strongest HAVING count(*) > 0
) AS against
WHERE fact.confidence * exp(-against.weight) < fact_min_confidence;

UPDATE relations AS r SET unsettled = true FROM doubted AS d
WHERE d.is_relation AND r.scope_id = d.scope_id AND r.relation_id = d.id;
UPDATE statements AS s SET unsettled = true FROM doubted AS d
WHERE NOT d.is_relation AND s.scope_id = d.scope_id AND s.statement_id = d.id;
`;

/** Marks facts that later candidates contradict. */
export class UnsettledFacts0005 implements MigrationInterface {
  readonly name = 'UnsettledFacts1700000000005';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [COLUMNS, INDEXES, FILL]) await runner.query(sql);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('a migration cannot be undone; restore a backup instead'));
  }
}
