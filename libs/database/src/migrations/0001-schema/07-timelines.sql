-- Effective claims, a read model: one row per claim that no other retracts, between survivors or with a value. From
-- these, the changes by one more memory are found, however many claims there are.
CREATE TABLE evidence (
  scope_id          uuid NOT NULL, -- scope of the memory
  memory_id         uuid NOT NULL, -- memory of the claim
  ordinal           integer NOT NULL, -- ordinal of the claim
  pair_id           uuid NOT NULL, -- subject, predicate and object that it is evidence of
  event_at_nanos    bigint NOT NULL, -- event time of the claim, Unix nanoseconds
  asserted          boolean NOT NULL, -- true: holds; false: has ended
  weight            bigint NOT NULL, -- -ln(1 - confidence), in 10^-9
  timeline_id       uuid, -- history of a functional predicate of the subject; null: several objects hold at once
  other_timeline_id uuid, -- the same for the object of a symmetric functional predicate; null: none
  block_claims      integer, -- claims from this one up to the next of the pair that begins a block; null where this one
  -- begins none. About one claim in 64 begins a block, by the id of its memory, so that the order does not matter
  block_weight      bigint, -- sum of the weights of the block; null where this one begins none
  PRIMARY KEY (scope_id, memory_id, ordinal)
);
CREATE INDEX evidence_pair ON evidence (scope_id, pair_id, event_at_nanos, memory_id, ordinal);
CREATE INDEX evidence_timeline ON evidence (scope_id, timeline_id, event_at_nanos, memory_id, ordinal)
  WHERE asserted AND timeline_id IS NOT NULL;
CREATE INDEX evidence_other_timeline ON evidence (scope_id, other_timeline_id, event_at_nanos, memory_id, ordinal)
  WHERE asserted AND other_timeline_id IS NOT NULL;
CREATE INDEX evidence_blocks ON evidence (scope_id, pair_id, event_at_nanos, memory_id, ordinal)
  INCLUDE (block_claims, block_weight) WHERE block_claims IS NOT NULL;

-- Relations, a read model: one row per interval in which a relation between two entities held.
CREATE TABLE relations (
  scope_id         uuid NOT NULL, -- scope of the entities
  relation_id      uuid NOT NULL, -- UUIDv5 of the pair and the beginning of the interval
  type_id          smallint NOT NULL, -- relation type, by its id in the ontology and the API
  from_entity      uuid NOT NULL, -- survivor at the start
  to_entity        uuid NOT NULL, -- survivor at the end
  confidence       double precision NOT NULL, -- confidence by all evidence, 0 to 1
  mention_count    integer NOT NULL, -- claims of the interval
  valid_from_nanos bigint NOT NULL, -- beginning of the interval, Unix nanoseconds
  valid_to_nanos   bigint NOT NULL, -- end of the interval, Unix nanoseconds; 0: still holds
  superseded_by    uuid, -- relation that ended it; null: none
  memory_ids       uuid[] NOT NULL, -- up to 32 memories of the interval
  pair_id          uuid NOT NULL, -- type and both ends
  weight           bigint NOT NULL, -- sum of the weights of the evidence
  first_at_nanos   bigint NOT NULL, -- event time of the first claim of the interval, Unix nanoseconds
  first_memory     uuid NOT NULL, -- memory of the first claim
  first_ordinal    integer NOT NULL, -- ordinal of the first claim
  last_at_nanos    bigint NOT NULL, -- event time of the last claim of the interval, Unix nanoseconds
  last_memory      uuid NOT NULL, -- memory of the last claim
  last_ordinal     integer NOT NULL, -- ordinal of the last claim
  PRIMARY KEY (scope_id, relation_id)
);
CREATE INDEX relations_from ON relations (scope_id, from_entity, type_id, relation_id);
CREATE INDEX relations_pair ON relations (scope_id, from_entity, type_id, to_entity);
CREATE INDEX relations_to ON relations (scope_id, to_entity, type_id, relation_id);
CREATE INDEX relations_first ON relations (scope_id, pair_id, first_at_nanos, first_memory, first_ordinal);

-- Statements, a read model: one row per interval in which a statement about an entity held.
CREATE TABLE statements (
  scope_id         uuid NOT NULL, -- scope of the entity
  statement_id     uuid NOT NULL, -- UUIDv5 of the pair and the beginning of the interval
  kind             text NOT NULL, -- kind of statement, such as attribute
  predicate        text NOT NULL, -- predicate, such as occupation
  subject          uuid NOT NULL, -- survivor that it is about
  object_entity    uuid, -- survivor that is the object; null for a value
  object_value     jsonb, -- value that is the object; null for an entity
  value_key        text NOT NULL, -- key under which equal objects are one
  text             text NOT NULL, -- the statement in words
  confidence       double precision NOT NULL, -- confidence by all evidence, 0 to 1
  mention_count    integer NOT NULL, -- claims of the interval
  event_at_nanos   bigint NOT NULL, -- event time, Unix nanoseconds
  valid_from_nanos bigint NOT NULL, -- beginning of the interval, Unix nanoseconds
  valid_to_nanos   bigint NOT NULL, -- end of the interval, Unix nanoseconds; 0: still holds
  superseded_by    uuid, -- statement that ended it; null: none
  memory_ids       uuid[] NOT NULL, -- up to 32 memories of the interval
  pair_id          uuid NOT NULL, -- subject, predicate and object
  weight           bigint NOT NULL, -- sum of the weights of the evidence
  first_at_nanos   bigint NOT NULL, -- event time of the first claim of the interval, Unix nanoseconds
  first_memory     uuid NOT NULL, -- memory of the first claim
  first_ordinal    integer NOT NULL, -- ordinal of the first claim
  last_at_nanos    bigint NOT NULL, -- event time of the last claim of the interval, Unix nanoseconds
  last_memory      uuid NOT NULL, -- memory of the last claim
  last_ordinal     integer NOT NULL, -- ordinal of the last claim
  PRIMARY KEY (scope_id, statement_id)
);
CREATE INDEX statements_subject ON statements (scope_id, subject, predicate, statement_id);
CREATE INDEX statements_pair ON statements (scope_id, subject, predicate, value_key);
CREATE INDEX statements_object ON statements (scope_id, object_entity) WHERE object_entity IS NOT NULL;
CREATE INDEX statements_first ON statements (scope_id, pair_id, first_at_nanos, first_memory, first_ordinal);
