/** Log, ledger, memories, extraction state and checkpoints. Times ending in _nanos are in Unix nanoseconds. */
export const WRITE_SIDE_SQL = /* sql */ `
CREATE TABLE scopes (
  scope_id   uuid PRIMARY KEY,
  namespace  text NOT NULL,
  agent      text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (namespace, agent)
);

CREATE TABLE api_keys (
  scope_id    uuid NOT NULL REFERENCES scopes,
  key_id      uuid NOT NULL,
  key_hash    bytea NOT NULL UNIQUE,
  name        text NOT NULL,
  permissions text[] NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now(),
  expires_at  timestamptz,
  revoked_at  timestamptz,
  PRIMARY KEY (scope_id, key_id)
);

-- Secrets every replica shares, such as the key that authenticates cursors.
CREATE TABLE deployment_secrets (
  name  text PRIMARY KEY,
  value bytea NOT NULL
);

-- One row per cluster the log has lived in. A restore into another cluster starts a new epoch, because
-- transaction ids start again there.
CREATE TABLE log_epochs (
  epoch             integer PRIMARY KEY,
  system_identifier bigint NOT NULL,
  started_at        timestamptz NOT NULL DEFAULT now()
);
INSERT INTO log_epochs (epoch, system_identifier) SELECT 1, system_identifier FROM pg_control_system();

CREATE SEQUENCE event_position;

-- The log: source of truth. Readers order by (epoch, txid, position) below the oldest running transaction;
-- by position alone a late commit would be skipped.
CREATE TABLE events (
  scope_id       uuid NOT NULL,
  stream_id      uuid NOT NULL,
  position       bigint NOT NULL DEFAULT nextval('event_position'),
  epoch          integer NOT NULL DEFAULT 1,
  txid           xid8 NOT NULL DEFAULT pg_current_xact_id(),
  event_id       uuid NOT NULL,
  type           text NOT NULL,
  schema_version smallint NOT NULL,
  recorded_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  data_bytes     integer NOT NULL,
  data           jsonb NOT NULL,
  PRIMARY KEY (scope_id, stream_id, position)
);
CREATE INDEX events_log ON events (epoch, txid, position);

-- Idempotency: commits with the write it stands for. Expiry (24 h) is judged when read.
CREATE TABLE request_ledger (
  scope_id    uuid NOT NULL,
  request_id  text COLLATE "C" NOT NULL,
  operation   text NOT NULL,
  fingerprint bytea NOT NULL,
  result      jsonb NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (scope_id, request_id)
);
CREATE INDEX request_ledger_age ON request_ledger USING brin (created_at) WITH (autosummarize = on);

CREATE TABLE memories (
  scope_id          uuid NOT NULL,
  memory_id         uuid NOT NULL,
  state             smallint NOT NULL DEFAULT 0,
  kind              smallint NOT NULL,
  salience          double precision NOT NULL,
  session           numeric(20),
  speaker           text,
  role              text,
  text              text,
  metadata          jsonb,
  created_at_nanos  bigint NOT NULL,
  occurred_at_nanos bigint NOT NULL,
  forgotten_at      timestamptz,
  erased            boolean NOT NULL DEFAULT false,
  PRIMARY KEY (scope_id, memory_id)
);
CREATE INDEX memories_session ON memories (scope_id, session, memory_id) WHERE session IS NOT NULL;
CREATE INDEX memories_forgotten ON memories (forgotten_at) WHERE state = 1 AND NOT erased;

-- Where the extraction of each memory stands. sweep_at: when the sweeper publishes a pending one again.
CREATE TABLE memory_extractions (
  scope_id  uuid NOT NULL,
  memory_id uuid NOT NULL,
  state     text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'partial', 'failed')),
  attempts  smallint NOT NULL DEFAULT 0,
  sweeps    smallint NOT NULL DEFAULT 0,
  sweep_at  timestamptz NOT NULL,
  stages    jsonb NOT NULL DEFAULT '[]',
  failure   text,
  PRIMARY KEY (scope_id, memory_id)
);
CREATE INDEX memory_extractions_pending ON memory_extractions (sweep_at) WHERE state = 'pending';
CREATE INDEX memory_extractions_failed ON memory_extractions (scope_id, memory_id) WHERE state = 'failed';

-- Memories the LLM stage is yet to read. A claim moves run_at past its lease, so a lost worker frees its jobs.
CREATE TABLE llm_jobs (
  scope_id  uuid NOT NULL,
  memory_id uuid NOT NULL,
  attempts  smallint NOT NULL DEFAULT 0,
  run_at    timestamptz NOT NULL,
  PRIMARY KEY (scope_id, memory_id)
);
CREATE INDEX llm_jobs_due ON llm_jobs (run_at);

-- How far a reader of the log has come; only the session that holds the reader's advisory lock moves it.
CREATE TABLE log_checkpoints (
  reader     text PRIMARY KEY,
  epoch      integer NOT NULL,
  txid       xid8 NOT NULL,
  position   bigint NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
`;
