-- State of the extraction of each memory.
CREATE TABLE memory_extractions (
  scope_id          uuid NOT NULL, -- scope of the memory
  memory_id         uuid NOT NULL, -- the memory
  state             text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'partial', 'failed')),
  -- pending: waits; done: all stages succeeded; partial: some are missing; failed: parked, that is,
  -- given up until another version tries
  attempts          smallint NOT NULL DEFAULT 0, -- failed tries and the current one
  sweeps            smallint NOT NULL DEFAULT 0, -- how often the sweeper published it again
  sweep_at          timestamptz NOT NULL, -- when the sweeper publishes it next while it is pending
  stages            jsonb NOT NULL DEFAULT '[]', -- reports of the effective stages
  failure           text, -- reason of the failure, without text of the memory; null: none
  worker_id         uuid, -- worker that began it and has not settled it; null: none
  crashes_alone     smallint NOT NULL DEFAULT 0, -- workers that vanished while it was all they had in progress
  retry_at          timestamptz, -- the memory is a suspect, tried alone and not before this time; null: not a suspect
  parked_by_version text, -- version that parked it; null: not parked
  PRIMARY KEY (scope_id, memory_id)
);
CREATE INDEX memory_extractions_pending ON memory_extractions (sweep_at) WHERE state = 'pending';
CREATE INDEX memory_extractions_failed ON memory_extractions (scope_id, memory_id) WHERE state = 'failed';
CREATE INDEX memory_extractions_suspects ON memory_extractions (retry_at)
  WHERE state = 'pending' AND retry_at IS NOT NULL;
CREATE INDEX memory_extractions_waiting ON memory_extractions (scope_id, memory_id)
  WHERE state = 'pending' AND sweep_at < 'infinity' AND retry_at IS NULL;

-- Queue of the scopes with pending memories. A worker leases a scope for a bounded batch; a scope whose worker vanished
-- is left alone until the lease ends.
CREATE TABLE extraction_queue (
  scope_id     uuid PRIMARY KEY, -- queued scope
  wakeups      bigint NOT NULL DEFAULT 1, -- how often it was registered; a worker that found nothing more notices by it
  -- what came meanwhile
  queued_at    timestamptz NOT NULL DEFAULT clock_timestamp(), -- place in the queue
  worker_id    uuid, -- worker that leases the scope; null: none
  leased_until timestamptz, -- end of the lease, or of the pause after a fault; null: free
  faults       smallint NOT NULL DEFAULT 0 -- consecutive batches that ended with an infrastructure error
) WITH (fillfactor = 70);
CREATE INDEX extraction_queue_order ON extraction_queue (queued_at);

-- Memories that the LLM stage has yet to read. A lease moves run_at, so that jobs of a vanished worker become due
-- again.
CREATE TABLE llm_jobs (
  scope_id  uuid NOT NULL, -- scope of the memory
  memory_id uuid NOT NULL, -- memory to read
  attempts  smallint NOT NULL DEFAULT 0, -- calls that failed, and the current one
  run_at    timestamptz NOT NULL, -- when the job is due; while leased, the end of the lease
  lease_id  uuid, -- lease under which calls are made; null: not leased
  crashes   smallint NOT NULL DEFAULT 0, -- workers that vanished with the job; counted apart, as most died otherwise
  PRIMARY KEY (scope_id, memory_id)
);
CREATE INDEX llm_jobs_due ON llm_jobs (run_at);
CREATE INDEX llm_jobs_by_scope ON llm_jobs (scope_id, run_at, memory_id);
CREATE INDEX llm_jobs_leased ON llm_jobs (scope_id, lease_id) WHERE lease_id IS NOT NULL;

-- Tokens that the LLM stage used on the last day on which it used any.
CREATE TABLE llm_tokens (
  scope_id uuid PRIMARY KEY, -- scope; the nil UUID counts all scopes together
  day      date NOT NULL, -- UTC day
  tokens   bigint NOT NULL -- tokens used on that day
);

-- Progress of the re-extraction of a scope, until it ends.
CREATE TABLE reextractions (
  scope_id       uuid PRIMARY KEY, -- scope that is extracted again
  request        text NOT NULL, -- options, with the versions of the stages; another request starts from the beginning
  started_at     timestamptz NOT NULL, -- time of the start
  last_memory_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000', -- last memory that was read; moved in
  -- the transaction that writes its results
  read           integer NOT NULL DEFAULT 0, -- memories read
  changed        integer NOT NULL DEFAULT 0, -- memories whose observations changed
  failed         integer NOT NULL DEFAULT 0 -- memories that could not be extracted
);
