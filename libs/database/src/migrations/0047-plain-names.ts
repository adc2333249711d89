import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SERVICE_ROLE } from '../schema/row-security.js';

/** Names tables, columns and states by the terms of the field. */
export class PlainNames0047 implements MigrationInterface {
  readonly name = 'PlainNames1700000000047';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [TABLES_SQL, COLUMNS_SQL, INDEXES_SQL, STATES_SQL, FUNCTIONS_SQL]) await runner.query(sql);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('names are not taken back; drop the database instead'));
  }
}

const TABLES_SQL = /* sql */ `
DROP VIEW credential_audit;
ALTER TABLE search_scopes RENAME TO search_stats;
ALTER TABLE given_names RENAME TO declared_names;
ALTER TABLE name_keys RENAME TO blocking_keys;
ALTER TABLE claim_contexts RENAME TO claim_dependencies;
ALTER TABLE extraction_turns RENAME TO extraction_queue;
ALTER TABLE search_grams RENAME TO search_ngrams;
`;

const COLUMNS_SQL = /* sql */ `
ALTER TABLE memories RENAME said_at_nanos TO event_time_nanos;
ALTER TABLE memories RENAME follows TO previous_memory_id;
ALTER TABLE memories RENAME written_by TO txid;
ALTER TABLE session_heads RENAME memory_id TO public_id;
ALTER TABLE session_heads RENAME memory_uuid TO memory_id;
ALTER TABLE session_heads RENAME before_memory_id TO previous_public_id;
ALTER TABLE session_heads RENAME before_memory_uuid TO previous_memory_id;
ALTER TABLE memory_extractions RENAME in_hand TO worker_id;
ALTER TABLE memory_extractions RENAME alone_deaths TO crashes_alone;
ALTER TABLE memory_extractions RENAME parked_by TO parked_by_version;
ALTER TABLE extraction_queue RENAME turn_at TO queued_at;
ALTER TABLE extraction_queue RENAME worker TO worker_id;
ALTER TABLE llm_jobs RENAME claim TO lease_id;
ALTER TABLE llm_jobs RENAME deaths TO crashes;
ALTER TABLE reextractions RENAME after_memory TO last_memory_id;
ALTER TABLE memory_vectors RENAME pieces TO token_embeddings;
ALTER TABLE search_changes RENAME around TO invalidated_entity_ids;
ALTER TABLE search_ngrams RENAME gram TO ngram;
ALTER TABLE alias_claims RENAME apart TO cannot_link;
ALTER TABLE blocking_keys RENAME asked TO is_lookup;
ALTER TABLE claim_dependencies RENAME context_id TO depends_on_id;
ALTER TABLE claims RENAME retracts TO retracts_memory_id;
ALTER TABLE entity_names RENAME mentions TO mention_count;
ALTER TABLE entity_names RENAME refs TO reference_count;
ALTER TABLE entity_names RENAME backwards TO reversed;
`;

const INDEXES_SQL = /* sql */ `
ALTER TABLE search_stats RENAME CONSTRAINT search_scopes_pkey TO search_stats_pkey;
ALTER TABLE declared_names RENAME CONSTRAINT given_names_pkey TO declared_names_pkey;
ALTER TABLE blocking_keys RENAME CONSTRAINT name_keys_pkey TO blocking_keys_pkey;
ALTER TABLE claim_dependencies RENAME CONSTRAINT claim_contexts_pkey TO claim_dependencies_pkey;
ALTER TABLE extraction_queue RENAME CONSTRAINT extraction_turns_pkey TO extraction_queue_pkey;
ALTER TABLE search_ngrams RENAME CONSTRAINT search_grams_pkey TO search_ngrams_pkey;
ALTER INDEX claim_contexts_reader RENAME TO claim_dependencies_by_memory;
ALTER INDEX extraction_turns_line RENAME TO extraction_queue_order;
ALTER INDEX entity_names_backwards RENAME TO entity_names_reversed;
ALTER INDEX llm_jobs_claimed RENAME TO llm_jobs_leased;
ALTER INDEX memories_written_by RENAME TO memories_by_txid;
`;

/** Ranks are an enum because they are ordered; states are checked text, whose equality is leakproof. */
const STATES_SQL = /* sql */ `
DROP INDEX memories_said, memories_forgotten;
ALTER TABLE memories
  ALTER COLUMN state DROP DEFAULT,
  ALTER COLUMN state TYPE text USING CASE state WHEN 0 THEN 'active' ELSE 'forgotten' END,
  ALTER COLUMN state SET DEFAULT 'active',
  ADD CONSTRAINT memories_state_check CHECK (state IN ('active', 'forgotten'));
CREATE INDEX memories_forgotten ON memories (forgotten_at) WHERE state = 'forgotten' AND NOT erased;
CREATE INDEX memories_by_event_time ON memories (scope_id, event_time_nanos, memory_id) WHERE state = 'active';
CREATE TYPE declared_rank AS ENUM ('alias', 'known', 'canonical');
ALTER TABLE declared_names RENAME standing TO rank;
ALTER TABLE declared_names ALTER COLUMN rank TYPE declared_rank
  USING (CASE rank WHEN 2 THEN 'canonical' WHEN 1 THEN 'known' ELSE 'alias' END)::declared_rank;
`;

const FUNCTIONS_SQL = /* sql */ `
ALTER FUNCTION search_grams_of RENAME TO ngrams_of_term;
DO $$
DECLARE
  redact text := replace(pg_get_functiondef('redact_events'::regproc), 'readers', 'dependents');
  is_erased text := replace(pg_get_functiondef('is_erased_scope'::regproc), 'asked', 'wanted_scope_id');
BEGIN
  DROP FUNCTION redact_events, is_erased_scope;
  EXECUTE redact;
  EXECUTE is_erased;
END $$;
REVOKE ALL ON FUNCTION redact_events, is_erased_scope FROM PUBLIC;
GRANT EXECUTE ON FUNCTION redact_events, is_erased_scope TO ${SERVICE_ROLE};
`;
