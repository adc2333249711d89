-- Hash of what makes two memories equal, by which `dedupe: content` finds them. Hashes may collide, so a look-up must
-- compare the columns as well. Alternatives tried: a unique table of keys doubles the write-ahead log; computing the
-- keys when a scope first needs them takes one long transaction in a large scope.
CREATE FUNCTION content_key(text text, speaker text, session numeric, role text, kind smallint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  hashtextextended(text, hashtextextended(coalesce(speaker, ''), hashtextextended(coalesce(role, ''),
    hash_numeric_extended(coalesce(session, -1), kind))));

-- Memories: texts as encoded, with their state. Written by libs/memories alone.
CREATE TABLE memories (
  scope_id           uuid NOT NULL, -- scope of the memory
  memory_id          uuid NOT NULL, -- UUIDv7; the public id is the same number in decimal
  state              text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'forgotten')), -- active or forgotten;
  -- checked text instead of an enum, whose equality is not leakproof and so not used before row-level security
  kind               smallint NOT NULL, -- kind code of the API
  salience           double precision NOT NULL, -- weight given by the caller, 0 to 1
  session            numeric(20), -- session, an unsigned 64-bit integer; null: none
  speaker            text, -- who said it; null: unknown
  role               text, -- role of the speaker, such as user; null: unknown
  text               text, -- the text; null: erased
  metadata           jsonb, -- metadata of the caller; null: none
  created_at_nanos   bigint NOT NULL, -- time of the write, Unix nanoseconds
  occurred_at_nanos  bigint NOT NULL, -- event time given by the caller, Unix nanoseconds; 0: unset
  forgotten_at       timestamptz, -- time of the forget; null: active
  erased             boolean NOT NULL DEFAULT false, -- whether a forgotten memory lost its text for good
  previous_memory_id uuid, -- memory that this one followed in its session when it was written; null: none
  content_key        bigint GENERATED ALWAYS AS (content_key(text, speaker, session, role, kind)) STORED, -- hash by
  -- which equal memories are found; removed with the text
  event_time_nanos   bigint NOT NULL GENERATED ALWAYS AS (
    CASE WHEN occurred_at_nanos = 0 THEN created_at_nanos ELSE occurred_at_nanos END) STORED, -- event time, or the
  -- time of the write when that is unset; a column because expression indexes are not used under row-level security
  session_key        bigint GENERATED ALWAYS AS ((session - 9223372036854775808)::bigint) STORED, -- session less 2^63,
  -- which fits a bigint: comparisons of numerics are not leakproof, so no index is used for them
  txid               xid8 DEFAULT pg_current_xact_id(), -- transaction that stored it, for lists in ascending order;
  -- null after a restore into another cluster: every list began after those were committed
  PRIMARY KEY (scope_id, memory_id)
);
CREATE INDEX memories_forgotten ON memories (forgotten_at) WHERE state = 'forgotten' AND NOT erased;
CREATE INDEX memories_content ON memories (scope_id, content_key);
CREATE INDEX memories_by_event_time ON memories (scope_id, event_time_nanos, memory_id) WHERE state = 'active';
CREATE INDEX memories_session_key ON memories (scope_id, session_key, memory_id) WHERE session_key IS NOT NULL;
CREATE INDEX memories_by_txid ON memories (scope_id, txid, memory_id) WHERE txid IS NOT NULL;

-- The last memory of each session, to which the next one is linked.
CREATE TABLE session_heads (
  scope_id           uuid NOT NULL, -- scope of the session
  session            numeric NOT NULL, -- session, an unsigned 64-bit integer
  memory_id          uuid NOT NULL, -- last memory of the session
  public_id          text NOT NULL, -- its id in decimal
  previous_memory_id uuid, -- memory before it, which the upsert that moved the head returns; null: none
  previous_public_id text, -- its id in decimal
  PRIMARY KEY (scope_id, session)
) WITH (fillfactor = 70);

-- Links between memories, written in the transaction of their event.
CREATE TABLE memory_links (
  scope_id         uuid NOT NULL, -- scope of both memories
  source           uuid NOT NULL, -- memory that the link starts from
  target           uuid NOT NULL, -- memory that it leads to
  kind             text COLLATE "C" NOT NULL, -- kind of link, such as followed_by
  weight           double precision NOT NULL, -- strength, 0 to 1
  created_at_nanos bigint NOT NULL, -- time of creation, Unix nanoseconds
  PRIMARY KEY (scope_id, source, kind, target)
);
CREATE INDEX memory_links_target ON memory_links (scope_id, target);

-- Links removed with a softly forgotten memory, until it is restored or erased.
CREATE TABLE forgotten_links (
  scope_id         uuid NOT NULL, -- scope of the link
  memory_id        uuid NOT NULL, -- forgotten memory with which the link was removed
  source           uuid NOT NULL, -- memory that the link starts from
  target           uuid NOT NULL, -- memory that it leads to
  kind             text COLLATE "C" NOT NULL, -- kind of link
  weight           double precision NOT NULL, -- strength, 0 to 1
  created_at_nanos bigint NOT NULL, -- time of creation, Unix nanoseconds
  PRIMARY KEY (scope_id, memory_id, source, kind, target)
);

-- How often memories were recalled: written now and then, best effort, and no part of the log.
CREATE TABLE memory_accesses (
  scope_id               uuid NOT NULL, -- scope of the memory
  memory_id              uuid NOT NULL, -- recalled memory
  access_count           bigint NOT NULL, -- number of recalls that returned it
  last_accessed_at_nanos bigint NOT NULL, -- time of the last one, Unix nanoseconds
  PRIMARY KEY (scope_id, memory_id)
) WITH (fillfactor = 80);
