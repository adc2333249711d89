import type { MigrationInterface, QueryRunner } from 'typeorm';
import { commentStatements } from '../schema/sql-comments.js';

const SQL = /* sql */ `
-- Decisions of callers about facts, a read model: of each the latest. Keyed by entity rows, which may not exist yet, or
-- not any more. The claim of an assertion or confirmation is in claims, with the decision in place of a memory.
CREATE TABLE fact_decisions (
  scope_id         uuid NOT NULL, -- scope of the fact
  decision_id      uuid NOT NULL, -- UUIDv5 of the fact, the decision and the beginning and end that it states
  fact_id          uuid NOT NULL, -- UUIDv5 of predicate, subject and object: the stream of its decisions
  decision         text NOT NULL CHECK (decision IN ('asserted', 'confirmed', 'retracted')), -- asserted: by a caller;
  -- confirmed: read from a memory, and right; retracted: does not hold, whatever memories say
  is_relation      boolean NOT NULL, -- true: relation; false: statement
  predicate        text NOT NULL, -- relation type or predicate of a statement
  subject          uuid NOT NULL, -- entity row of the subject
  object           uuid, -- entity row of the object; null for a value
  value_id         uuid CHECK ((value_id IS NULL) = (object IS NOT NULL)), -- UUIDv5 of the value; null for an entity
  from_nanos       bigint NOT NULL, -- beginning that it states, Unix nanoseconds; 0: unknown
  to_nanos         bigint NOT NULL, -- end that it states, Unix nanoseconds; 0: still holds
  decided_at_nanos bigint NOT NULL, -- time of the latest such decision, Unix nanoseconds
  named_id         uuid, -- relation, statement or candidate that a retraction named; null: another decision
  memory_id        uuid, -- memory that a confirmation depends on; null: none
  stands           boolean NOT NULL, -- true: asserts the fact; false: a retraction, retracted later, or its memory is
  -- not live
  subject_name     text, -- name of the subject that it supports; null unless it stands
  object_name      text, -- name of the object that it supports; null unless it stands
  PRIMARY KEY (scope_id, decision_id)
);
CREATE INDEX fact_decisions_fact ON fact_decisions (scope_id, fact_id);
CREATE INDEX fact_decisions_subject ON fact_decisions (scope_id, subject);
CREATE INDEX fact_decisions_object ON fact_decisions (scope_id, object) WHERE object IS NOT NULL;
CREATE INDEX fact_decisions_named ON fact_decisions (scope_id, named_id) WHERE named_id IS NOT NULL;
CREATE INDEX fact_decisions_memory ON fact_decisions (scope_id, memory_id) WHERE memory_id IS NOT NULL;
`;

const SOURCE = `who says so: read, from memories; confirmed or asserted by a caller`;

const COLUMNS = /* sql */ `
ALTER TABLE evidence ADD COLUMN source text CHECK (source IN ('asserted', 'confirmed'));
CREATE INDEX evidence_source ON evidence (scope_id, pair_id) WHERE source IS NOT NULL;
ALTER TABLE relations ADD COLUMN source text NOT NULL DEFAULT 'read' CHECK (source IN ('read', 'confirmed', 'asserted'));
ALTER TABLE statements ADD COLUMN source text NOT NULL DEFAULT 'read' CHECK (source IN ('read', 'confirmed', 'asserted'));
COMMENT ON COLUMN evidence.source IS 'decision of a caller that stands in place of the memory; null for the claim of a memory';
COMMENT ON COLUMN relations.source IS '${SOURCE}';
COMMENT ON COLUMN statements.source IS '${SOURCE}';
`;

const ACCESS = /* sql */ `
ALTER TABLE fact_decisions ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_scope ON fact_decisions TO engraph_service
  USING (scope_id = nullif(current_setting('engraph.scope', true), '')::uuid)
  WITH CHECK (scope_id = nullif(current_setting('engraph.scope', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON fact_decisions TO engraph_service;
`;

/** Like `redact_events` of the first migration, which redacts the memory itself. */
const REDACTION = /* sql */ `
CREATE FUNCTION redact_confirmations(scope uuid, memory uuid, facts uuid[], public_id text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET engraph.event_change = 'redaction'
AS $$
BEGIN
  IF scope IS DISTINCT FROM nullif(current_setting('engraph.scope', true), '')::uuid OR NOT EXISTS (
       SELECT FROM public.memories WHERE scope_id = scope AND memory_id = memory AND erased) THEN
    RAISE EXCEPTION 'only confirmations of an erased memory are redacted, within its scope'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE public.events
  SET data = data || '{"subject": null, "object": null, "value": null, "text": null, "reason": null}'
  WHERE scope_id = scope AND stream_id = ANY (facts) AND type = 'FactConfirmed' AND data ->> 'memory_id' = public_id;
END $$;
REVOKE ALL ON FUNCTION redact_confirmations FROM PUBLIC;
GRANT EXECUTE ON FUNCTION redact_confirmations TO engraph_service;
`;

/** Facts that callers assert, confirm and retract. */
export class DecidedFacts0011 implements MigrationInterface {
  readonly name = 'DecidedFacts1700000000011';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [SQL, commentStatements(SQL), COLUMNS, ACCESS, REDACTION]) await runner.query(sql);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('a migration cannot be undone; restore a backup instead'));
  }
}
