import type { MigrationInterface, QueryRunner } from 'typeorm';
import { commentStatements } from '../schema/sql-comments.js';

const SQL = /* sql */ `
-- Minimum confidences that the graph was built with: one row, replaced with the graph by a rebuild. Projections use it
-- instead of the settings of their process, so that no graph mixes thresholds. Without a row, every claim is a fact.
CREATE TABLE graph_thresholds (
  one_row                  boolean PRIMARY KEY DEFAULT true CHECK (one_row), -- keeps the table to one row
  fact_min_confidence      double precision NOT NULL CHECK (fact_min_confidence BETWEEN 0 AND 1), -- a claim of this
  -- confidence or more is a fact
  candidate_min_confidence double precision NOT NULL CHECK (candidate_min_confidence BETWEEN 0 AND 1) -- a claim of this
  -- confidence or more, but no fact, is a candidate; weaker ones stay in the event only
);

-- Candidates, a read model: claims too weak to be facts, between survivors or with a value, that no other claim
-- retracts. Those of one pair become evidence together, when the claims of several memories are strong enough.
CREATE TABLE candidate_evidence (
  scope_id       uuid NOT NULL, -- scope of the memory
  pair_id        uuid NOT NULL, -- subject, predicate and object that it may be evidence of
  asserted       boolean NOT NULL, -- true: holds; false: has ended
  memory_id      uuid NOT NULL, -- memory of the claim
  ordinal        integer NOT NULL, -- ordinal of the claim
  event_at_nanos bigint NOT NULL, -- event time of the claim, Unix nanoseconds
  weight         bigint NOT NULL, -- -ln(1 - confidence), in 10^-9
  PRIMARY KEY (scope_id, pair_id, asserted, memory_id, ordinal)
);
CREATE INDEX candidate_evidence_memory ON candidate_evidence (scope_id, memory_id);
`;

const ACCESS = /* sql */ `
GRANT SELECT ON graph_thresholds TO engraph_service;
ALTER TABLE candidate_evidence ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_scope ON candidate_evidence TO engraph_service
  USING (scope_id = nullif(current_setting('engraph.scope', true), '')::uuid)
  WITH CHECK (scope_id = nullif(current_setting('engraph.scope', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON candidate_evidence TO engraph_service;
`;

/** In a graph that exists already, every claim is a fact, until a rebuild with other thresholds. */
const EXISTING_GRAPH = /* sql */ `
INSERT INTO graph_thresholds (fact_min_confidence, candidate_min_confidence)
SELECT 0, 0 WHERE EXISTS (SELECT FROM claims);
`;

/** Thresholds of confidence, and claims below the one of facts. */
export class Candidates0003 implements MigrationInterface {
  readonly name = 'Candidates1700000000003';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [SQL, commentStatements(SQL), ACCESS, EXISTING_GRAPH]) await runner.query(sql);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('a migration cannot be undone; restore a backup instead'));
  }
}
