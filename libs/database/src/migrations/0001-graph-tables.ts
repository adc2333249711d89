/**
 * Read models of the graph. Every row is a function of the set of live MemoryExtracted events; a rebuild makes the same
 * rows in fresh tables (see libs/graph).
 */
export const GRAPH_TABLES_SQL = /* sql */ `
-- One row per distinct (type, normal form) of a scope; grouped ones point at their survivor. The survivor's
-- row carries the figures of its whole group, a merged one only its names.
CREATE TABLE entities (
  scope_id         uuid NOT NULL,
  entity_id        uuid NOT NULL,
  type_id          smallint NOT NULL,
  normal_form      text NOT NULL,
  canonical_name   text NOT NULL,
  aliases          text[] NOT NULL DEFAULT '{}',
  mention_count    integer NOT NULL DEFAULT 0,
  merged_into      uuid,
  created_at_nanos bigint NOT NULL DEFAULT 0,
  updated_at_nanos bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (scope_id, entity_id)
);
CREATE INDEX entities_by_mentions ON entities (scope_id, mention_count DESC, entity_id) WHERE merged_into IS NULL;
CREATE INDEX entities_merged ON entities (scope_id, merged_into) WHERE merged_into IS NOT NULL;

-- Surface forms of an entity row. mentions: named spans; refs: claims that name it without a span (a speaker).
-- A row with neither is removed, and an entity without names with it.
CREATE TABLE entity_names (
  scope_id  uuid NOT NULL,
  entity_id uuid NOT NULL,
  surface   text NOT NULL,
  folded    text COLLATE "C" NOT NULL,
  mentions  integer NOT NULL,
  refs      integer NOT NULL,
  PRIMARY KEY (scope_id, entity_id, surface)
);
CREATE INDEX entity_names_folded ON entity_names (scope_id, folded);

-- What each memory says of whom: spans, and (start_offset = -1) names without a span.
CREATE TABLE mentions (
  scope_id         uuid NOT NULL,
  memory_id        uuid NOT NULL,
  start_offset     integer NOT NULL,
  end_offset       integer NOT NULL,
  entity_id        uuid NOT NULL,
  surface          text NOT NULL,
  stage            text NOT NULL,
  confidence       double precision NOT NULL,
  created_at_nanos bigint NOT NULL,
  PRIMARY KEY (scope_id, memory_id, start_offset, entity_id)
);
CREATE INDEX mentions_by_entity ON mentions (scope_id, entity_id, created_at_nanos);

-- Evidence that two entity rows are one.
CREATE TABLE alias_claims (
  scope_id  uuid NOT NULL,
  memory_id uuid NOT NULL,
  entity_a  uuid NOT NULL,
  entity_b  uuid NOT NULL,
  PRIMARY KEY (scope_id, memory_id, entity_a, entity_b)
);
CREATE INDEX alias_claims_a ON alias_claims (scope_id, entity_a);
CREATE INDEX alias_claims_b ON alias_claims (scope_id, entity_b);

-- What each memory claims, by entity rows before grouping; timelines are made of these.
CREATE TABLE claims (
  scope_id       uuid NOT NULL,
  memory_id      uuid NOT NULL,
  ordinal        integer NOT NULL,
  kind           text NOT NULL,
  predicate      text NOT NULL,
  subject        uuid NOT NULL,
  object         uuid,
  value          jsonb,
  value_key      text NOT NULL,
  text           text NOT NULL,
  asserted       boolean NOT NULL,
  event_at_nanos bigint NOT NULL,
  confidence     double precision NOT NULL,
  stage          text NOT NULL,
  PRIMARY KEY (scope_id, memory_id, ordinal)
);
CREATE INDEX claims_subject ON claims (scope_id, subject, predicate, value_key);
CREATE INDEX claims_object ON claims (scope_id, object, predicate) WHERE object IS NOT NULL;

-- One row per interval in which a relation held.
CREATE TABLE relations (
  scope_id         uuid NOT NULL,
  relation_id      uuid NOT NULL,
  type_id          smallint NOT NULL,
  from_entity      uuid NOT NULL,
  to_entity        uuid NOT NULL,
  confidence       double precision NOT NULL,
  mention_count    integer NOT NULL,
  valid_from_nanos bigint NOT NULL,
  valid_to_nanos   bigint NOT NULL,
  superseded_by    uuid,
  memory_ids       uuid[] NOT NULL,
  PRIMARY KEY (scope_id, relation_id)
);
CREATE INDEX relations_from ON relations (scope_id, from_entity, type_id, relation_id);
CREATE INDEX relations_pair ON relations (scope_id, from_entity, type_id, to_entity);
CREATE INDEX relations_to ON relations (scope_id, to_entity, type_id, relation_id);

-- One row per interval in which a statement held.
CREATE TABLE statements (
  scope_id         uuid NOT NULL,
  statement_id     uuid NOT NULL,
  kind             text NOT NULL,
  predicate        text NOT NULL,
  subject          uuid NOT NULL,
  object_entity    uuid,
  object_value     jsonb,
  value_key        text NOT NULL,
  text             text NOT NULL,
  confidence       double precision NOT NULL,
  mention_count    integer NOT NULL,
  event_at_nanos   bigint NOT NULL,
  valid_from_nanos bigint NOT NULL,
  valid_to_nanos   bigint NOT NULL,
  superseded_by    uuid,
  memory_ids       uuid[] NOT NULL,
  PRIMARY KEY (scope_id, statement_id)
);
CREATE INDEX statements_subject ON statements (scope_id, subject, predicate, statement_id);
CREATE INDEX statements_pair ON statements (scope_id, subject, predicate, value_key);
CREATE INDEX statements_object ON statements (scope_id, object_entity) WHERE object_entity IS NOT NULL;
`;
