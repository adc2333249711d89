import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is there already is listed as before: a rebuild gives each entity its confidence. */
const COLUMNS = /* sql */ `
ALTER TABLE entity_names ADD COLUMN confidence_sum bigint NOT NULL DEFAULT 0;
ALTER TABLE entities
  ADD COLUMN entity_confidence double precision NOT NULL DEFAULT 1 CHECK (entity_confidence BETWEEN 0 AND 1),
  ADD COLUMN attested boolean NOT NULL DEFAULT true;
ALTER TABLE graph_thresholds
  ADD COLUMN entity_min_confidence double precision NOT NULL DEFAULT 0 CHECK (entity_min_confidence BETWEEN 0 AND 1);
COMMENT ON COLUMN entity_names.confidence_sum IS 'sum of the confidences of the spans with this name, in thousandths';
COMMENT ON COLUMN entities.entity_confidence IS 'probability that it is a named thing of its type, 0 to 1; of a merged entity that of its survivor';
COMMENT ON COLUMN entities.attested IS 'true: it is listed whatever its confidence, as a fact is about it, a claim names it without a span, or a caller named or merged it';
COMMENT ON COLUMN graph_thresholds.entity_min_confidence IS 'an entity of less confidence that is not attested is a candidate, which lists leave out; reads use it, not projections';
`;

const SUMS = /* sql */ `
UPDATE entity_names AS n SET confidence_sum = spans.confidence_sum
FROM (
  SELECT scope_id, entity_id, surface, sum(floor(confidence * 1000 + 0.5))::bigint AS confidence_sum
  FROM mentions WHERE start_offset >= 0 GROUP BY scope_id, entity_id, surface
) AS spans
WHERE n.scope_id = spans.scope_id AND n.entity_id = spans.entity_id AND n.surface = spans.surface
`;

/** Confidence of entities, and the threshold from which lists give them. */
export class EntityConfidence0026 implements MigrationInterface {
  readonly name = 'EntityConfidence1700000000026';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [COLUMNS, SUMS]) await runner.query(sql);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('a migration cannot be undone; restore a backup instead'));
  }
}
