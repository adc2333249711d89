-- Entities, a read model: one row per type and normal form of a scope. A merged row points to its survivor, whose row
-- carries the figures of the whole cluster; a merged one carries its own names only.
CREATE TABLE entities (
  scope_id         uuid NOT NULL, -- scope of the entity
  entity_id        uuid NOT NULL, -- UUIDv5 of scope, type and normal form
  type_id          smallint NOT NULL, -- entity type, by its id in the ontology and the API
  normal_form      text NOT NULL, -- form under which equal names are one row
  canonical_name   text NOT NULL, -- preferred name
  aliases          text[] NOT NULL DEFAULT '{}', -- other names, sorted
  mention_count    integer NOT NULL DEFAULT 0, -- mentions by active memories
  merged_into      uuid, -- survivor of the cluster; null: the row is a survivor itself
  created_at_nanos bigint NOT NULL DEFAULT 0, -- time of the first memory or declaration, Unix nanoseconds
  updated_at_nanos bigint NOT NULL DEFAULT 0, -- time of the last one, Unix nanoseconds
  PRIMARY KEY (scope_id, entity_id)
);
CREATE INDEX entities_by_mentions ON entities (scope_id, mention_count DESC, entity_id) WHERE merged_into IS NULL;
CREATE INDEX entities_merged ON entities (scope_id, merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX entities_by_form ON entities (scope_id, normal_form);

-- Surface forms of an entity row, a read model. A row without mentions and references is deleted, and an entity without
-- names with it.
CREATE TABLE entity_names (
  scope_id        uuid NOT NULL, -- scope of the entity
  entity_id       uuid NOT NULL, -- entity row of the name
  surface         text NOT NULL, -- name as written
  folded          text COLLATE "C" NOT NULL, -- name in lower case, without accents
  mention_count   integer NOT NULL, -- spans of text with this name
  reference_count integer NOT NULL, -- claims and declarations that use the name without a span
  reversed        text COLLATE "C" NOT NULL GENERATED ALWAYS AS (reverse(folded)) STORED, -- folded name from its
  -- end, to find names by their end; a column because expression indexes are not used under row-level security
  initials        text COLLATE "C" GENERATED ALWAYS AS (
    nullif(substring(
      regexp_replace(
        regexp_replace(folded, '(^|[^[:alnum:]])((of|the|and|for|in|de|la|du|des|und|y)[^[:alnum:]]+)+', '\1', 'g'),
        '([[:alnum:]])[[:alnum:]]*[^[:alnum:]]*', '\1', 'g')
      FROM '^[[:alnum:]]{2,8}$'), '')) STORED, -- initials of a name of two to eight words, such as ibm, without small
  -- words; null for others
  PRIMARY KEY (scope_id, entity_id, surface)
);
CREATE INDEX entity_names_folded ON entity_names (scope_id, folded);
CREATE INDEX entity_names_reversed ON entity_names (scope_id, reversed);
CREATE INDEX entity_names_initials ON entity_names (scope_id, initials) WHERE initials IS NOT NULL;

-- Blocking keys of the normal form of each entity row, a read model. Rows that share a key are compared.
CREATE TABLE blocking_keys (
  scope_id  uuid NOT NULL, -- scope of the entity
  key       text COLLATE "C" NOT NULL, -- blocking key
  is_lookup boolean NOT NULL, -- true: the row looks for fuller names by the key; false: the row is found by it
  entity_id uuid NOT NULL, -- entity row with the key
  PRIMARY KEY (scope_id, key, is_lookup, entity_id)
);

-- Rank of a declared name, lowest first: an alias, the canonical name of an entity already known, or of a new one. An
-- enum because ranks are ordered.
CREATE TYPE declared_rank AS ENUM ('alias', 'known', 'canonical');

-- Names that callers declared for entities, a read model. That the names of one declaration are one entity is in
-- alias_claims, with the creation in place of a memory.
CREATE TABLE declared_names (
  scope_id         uuid NOT NULL, -- scope of the entity
  entity_id        uuid NOT NULL, -- entity row of this name
  surface          text COLLATE "C" NOT NULL, -- name as declared
  creation_id      uuid NOT NULL, -- entity row of the canonical name that it was declared with
  rank             declared_rank NOT NULL, -- highest rank with which it was declared
  created_at_nanos bigint NOT NULL, -- time of the first declaration, Unix nanoseconds
  PRIMARY KEY (scope_id, entity_id, surface, creation_id)
);

-- Latest decision of an operator about each name, a read model. The entity row may not exist any more, or not yet.
CREATE TABLE name_decisions (
  scope_id         uuid NOT NULL, -- scope of the entity
  entity_id        uuid NOT NULL, -- entity row of the name
  decision         text NOT NULL CHECK (decision IN ('merge', 'split', 'release')), -- merge: same entity as another;
  -- split: an entity of its own; release: decided by the evidence again
  into_entity_id   uuid CHECK ((into_entity_id IS NOT NULL) = (decision = 'merge')), -- the other entity; null unless
  -- the decision is merge
  decided_at_nanos bigint NOT NULL, -- time of the decision, Unix nanoseconds
  PRIMARY KEY (scope_id, entity_id)
);
CREATE INDEX name_decisions_into ON name_decisions (scope_id, into_entity_id) WHERE into_entity_id IS NOT NULL;

-- Names in each memory, a read model: spans, and references without a span.
CREATE TABLE mentions (
  scope_id         uuid NOT NULL, -- scope of the memory
  memory_id        uuid NOT NULL, -- memory that mentions the entity
  start_offset     integer NOT NULL, -- first character of the span; -1: a reference without a span
  end_offset       integer NOT NULL, -- character after the span
  entity_id        uuid NOT NULL, -- entity row of the name
  surface          text NOT NULL, -- name as written
  stage            text NOT NULL, -- pipeline stage that found it
  confidence       double precision NOT NULL, -- confidence of the stage, 0 to 1
  created_at_nanos bigint NOT NULL, -- time of the memory, Unix nanoseconds
  PRIMARY KEY (scope_id, memory_id, start_offset, entity_id)
);
CREATE INDEX mentions_by_entity ON mentions (scope_id, entity_id, created_at_nanos);

-- Evidence that two entity rows are one entity, or are not, a read model.
CREATE TABLE alias_claims (
  scope_id    uuid NOT NULL, -- scope of the memory
  memory_id   uuid NOT NULL, -- memory that gives the evidence, or the creation of a declared entity
  entity_a    uuid NOT NULL, -- entity row with the smaller id
  entity_b    uuid NOT NULL, -- entity row with the larger id
  cannot_link boolean NOT NULL DEFAULT false, -- false: the two are one entity; true: they are different ones
  PRIMARY KEY (scope_id, memory_id, entity_a, entity_b)
);
CREATE INDEX alias_claims_a ON alias_claims (scope_id, entity_a, entity_b);
CREATE INDEX alias_claims_b ON alias_claims (scope_id, entity_b);

-- Claims of each memory, between entity rows before clustering, a read model. Timelines are computed from them.
CREATE TABLE claims (
  scope_id           uuid NOT NULL, -- scope of the memory
  memory_id          uuid NOT NULL, -- memory that makes the claim
  ordinal            integer NOT NULL, -- number of the claim within its memory
  kind               text NOT NULL, -- relation, or the kind of a statement
  predicate          text NOT NULL, -- relation type or predicate of a statement
  subject            uuid NOT NULL, -- entity row of the subject
  object             uuid, -- entity row of the object; null for a value
  value              jsonb, -- value of the object; null for an entity
  value_key          text NOT NULL, -- key under which equal objects are one
  text               text NOT NULL, -- the claim in words
  asserted           boolean NOT NULL, -- true: holds; false: has ended
  event_at_nanos     bigint NOT NULL, -- event time of the claim, Unix nanoseconds
  confidence         double precision NOT NULL, -- confidence of the stage, 0 to 1
  stage              text NOT NULL, -- pipeline stage that found it
  retracts_memory_id uuid, -- memory whose equal claim was a mistake; null: a claim of its own
  PRIMARY KEY (scope_id, memory_id, ordinal)
);
CREATE INDEX claims_subject ON claims (scope_id, subject, predicate, value_key);
CREATE INDEX claims_object ON claims (scope_id, object, predicate) WHERE object IS NOT NULL;
CREATE INDEX claims_event ON claims (scope_id, event_at_nanos, memory_id);
CREATE INDEX claims_retracts ON claims (scope_id, retracts_memory_id) WHERE retracts_memory_id IS NOT NULL;

-- Memories whose events hold a claim that was read with another memory, a read model. Forgotten memories keep their
-- rows: their events are kept, and must lose claims that depend on an erased memory.
CREATE TABLE claim_dependencies (
  scope_id      uuid NOT NULL, -- scope of both memories
  depends_on_id uuid NOT NULL, -- memory that the claim was read with
  memory_id     uuid NOT NULL, -- memory with the claim
  PRIMARY KEY (scope_id, depends_on_id, memory_id)
);
CREATE INDEX claim_dependencies_by_memory ON claim_dependencies (scope_id, memory_id);
