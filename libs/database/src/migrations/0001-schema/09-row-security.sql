-- Row-level security: the service's role sees and changes rows of the current scope only. Each transaction names its
-- scope in the setting engraph.scope; without one, a policy is null and no row is visible. A batch of several scopes
-- names them in engraph.scopes. The planner merges the condition with the statement's own `scope_id = $1`, so it costs
-- one comparison per statement. Tables that are not listed here are closed to the role.
DO $$
DECLARE
  in_scope constant text := $sql$scope_id = nullif(current_setting('engraph.scope', true), '')::uuid$sql$;
  -- The sub-select builds the array once per statement instead of once per row.
  in_batch constant text :=
    $sql$scope_id = ANY ((SELECT string_to_array(current_setting('engraph.scopes', true), ',')::uuid[])::uuid[])$sql$;
  name text;
BEGIN
  -- Rows of the current scope can be read and changed.
  FOREACH name IN ARRAY ARRAY[
    'scopes', 'rate_buckets',
    'memories', 'memory_links', 'forgotten_links', 'memory_accesses', 'events',
    'memory_extractions', 'extraction_queue', 'llm_jobs', 'reextractions',
    'entities', 'entity_names', 'blocking_keys', 'declared_names', 'name_decisions', 'mentions', 'alias_claims',
    'claims', 'claim_dependencies', 'evidence', 'relations', 'statements',
    'search_documents', 'search_postings', 'search_terms', 'search_stats', 'search_ngrams', 'search_changes',
    'memory_vectors'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY one_scope ON %I TO engraph_service USING (%s) WITH CHECK (%2$s)', name, in_scope);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO engraph_service', name);
  END LOOP;

  -- In addition, a batch of several scopes may append.
  FOREACH name IN ARRAY ARRAY['events', 'memories', 'memory_extractions', 'memory_links'] LOOP
    EXECUTE format('CREATE POLICY batch_append ON %I FOR INSERT TO engraph_service WITH CHECK (%s)', name, in_batch);
  END LOOP;

  -- Requests and batches may read and change rows of their scopes.
  FOREACH name IN ARRAY ARRAY['request_ledger', 'session_heads'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY batch_scopes ON %I TO engraph_service USING (%s) WITH CHECK (%2$s)', name, in_batch);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO engraph_service', name);
  END LOOP;

  -- Requests and batches may read the rows of their scopes, but change none.
  ALTER TABLE erased_scopes ENABLE ROW LEVEL SECURITY;
  EXECUTE format('CREATE POLICY batch_read ON erased_scopes FOR SELECT TO engraph_service USING (%s)', in_batch);
  GRANT SELECT ON erased_scopes TO engraph_service;

  -- Requests may append rows of their scope, but neither read nor change any.
  FOREACH name IN ARRAY ARRAY['audit_events', 'erasures'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY scope_append ON %I FOR INSERT TO engraph_service WITH CHECK (%s)', name, in_scope);
    EXECUTE format('GRANT INSERT ON %I TO engraph_service', name);
  END LOOP;
END $$;

-- Requests append events, and never change them.
REVOKE UPDATE, DELETE ON events FROM engraph_service;

-- The service's login may record erasures of memories by callers only: nothing as an operator, and no entry without a
-- memory, by which a restore erases the whole scope.
CREATE POLICY of_callers ON audit_events AS RESTRICTIVE FOR INSERT TO engraph_service
  WITH CHECK (actor = 'api' AND operation = 'memory.erase');
CREATE POLICY of_memories ON erasures AS RESTRICTIVE FOR INSERT TO engraph_service WITH CHECK (memory_id IS NOT NULL);
