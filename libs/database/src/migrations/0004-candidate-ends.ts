import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = /* sql */ `
ALTER TABLE candidate_evidence ADD COLUMN entity_a uuid, ADD COLUMN entity_b uuid;
COMMENT ON COLUMN candidate_evidence.entity_a IS 'survivor at one end; of two, the one with the smaller id';
COMMENT ON COLUMN candidate_evidence.entity_b IS 'survivor with the larger id; null for a value';
`;

const FILL = /* sql */ `
UPDATE candidate_evidence AS w
SET entity_a = least(coalesce(s.merged_into, s.entity_id), coalesce(o.merged_into, o.entity_id)),
    entity_b = CASE WHEN c.object IS NOT NULL
               THEN greatest(coalesce(s.merged_into, s.entity_id), coalesce(o.merged_into, o.entity_id)) END
FROM claims AS c
JOIN entities AS s ON s.scope_id = c.scope_id AND s.entity_id = c.subject
LEFT JOIN entities AS o ON o.scope_id = c.scope_id AND o.entity_id = c.object
WHERE c.scope_id = w.scope_id AND c.memory_id = w.memory_id AND c.ordinal = w.ordinal;
-- A row without its claim counts for nothing.
DELETE FROM candidate_evidence WHERE entity_a IS NULL;
`;

/** Recall reads the strongest candidates of an entity; work is bounded, however many it has. */
const INDEXES = /* sql */ `
ALTER TABLE candidate_evidence ALTER COLUMN entity_a SET NOT NULL;
CREATE INDEX candidate_evidence_entity_a ON candidate_evidence
  (scope_id, entity_a, weight DESC, memory_id, ordinal) WHERE asserted;
CREATE INDEX candidate_evidence_entity_b ON candidate_evidence
  (scope_id, entity_b, weight DESC, memory_id, ordinal) WHERE asserted AND entity_b IS NOT NULL;
`;

/** Adds the entities at the ends of candidates, by which recall finds them. */
export class CandidateEnds0004 implements MigrationInterface {
  readonly name = 'CandidateEnds1700000000004';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [COLUMNS, FILL, INDEXES]) await runner.query(sql);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('a migration cannot be undone; restore a backup instead'));
  }
}
