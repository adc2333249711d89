import type { MigrationInterface, QueryRunner } from 'typeorm';
import { commentStatements } from '../schema/sql-comments.js';

const TABLE = /* sql */ `
-- Index of metadata and tags: a row for each tag and for each text, number, boolean or null at the top level of the
-- metadata. A table instead of a GIN index, because the operators of jsonb and of arrays are not leakproof, and so no
-- index is used for them under row-level security. Kept by triggers of memories.
CREATE TABLE memory_attributes (
  scope_id  uuid NOT NULL, -- scope of the memory
  key       uuid NOT NULL, -- hash of the tag, or of the field and its value
  memory_id uuid NOT NULL, -- memory that has it
  field     uuid, -- hash of the field, where its value has an order; null: it has none
  number    double precision, -- a number, rounded; null: no number
  prefix    text COLLATE "C", -- first 32 characters of a text; null: no text
  PRIMARY KEY (scope_id, key, memory_id)
);
CREATE INDEX memory_attributes_number ON memory_attributes (scope_id, field, number, memory_id) WHERE number IS NOT NULL;
CREATE INDEX memory_attributes_prefix ON memory_attributes (scope_id, field, prefix, memory_id) WHERE prefix IS NOT NULL;
`;

const ACCESS = /* sql */ `
ALTER TABLE memory_attributes ENABLE ROW LEVEL SECURITY;
CREATE POLICY one_scope ON memory_attributes TO engraph_service
  USING (scope_id = nullif(current_setting('engraph.scope', true), '')::uuid)
  WITH CHECK (scope_id = nullif(current_setting('engraph.scope', true), '')::uuid);
CREATE POLICY batch_append ON memory_attributes FOR INSERT TO engraph_service
  WITH CHECK (scope_id = ANY ((SELECT string_to_array(current_setting('engraph.scopes', true), ',')::uuid[])::uuid[]));
GRANT SELECT, INSERT, UPDATE, DELETE ON memory_attributes TO engraph_service;
`;

const FUNCTIONS = /* sql */ `
CREATE FUNCTION tag_key(tag text) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN md5('tag ' || tag)::uuid;

CREATE FUNCTION field_key(field text) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN md5('field ' || field)::uuid;

-- Equal numbers have one key, whatever their trailing zeros.
CREATE FUNCTION value_key(field text, value jsonb) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  md5('value ' || octet_length(field)::text || ' ' || field || CASE jsonb_typeof(value)
    WHEN 'number' THEN trim_scale((value #>> '{}')::numeric)::text ELSE value::text END)::uuid;

CREATE FUNCTION attributes_of(metadata jsonb, tags text[])
RETURNS TABLE (key uuid, field uuid, number double precision, prefix text)
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, public, pg_temp
BEGIN ATOMIC
  SELECT public.value_key(own.key, own.value), CASE WHEN ordered THEN public.field_key(own.key) END,
         CASE kind WHEN 'number' THEN (own.value #>> '{}')::double precision END,
         CASE kind WHEN 'string' THEN left(own.value #>> '{}', 32) END
  FROM jsonb_each(metadata) AS own (key, value)
  CROSS JOIN LATERAL (SELECT jsonb_typeof(own.value) AS kind) AS a
  CROSS JOIN LATERAL (SELECT kind IN ('number', 'string') AS ordered) AS b
  WHERE kind IN ('number', 'string', 'boolean', 'null')
  UNION ALL
  SELECT public.tag_key(tag), NULL, NULL, NULL FROM (SELECT DISTINCT unnest(tags)) AS own (tag);
END;

CREATE FUNCTION index_memory_attributes() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM public.memory_attributes AS a USING public.attributes_of(OLD.metadata, OLD.tags) AS former
    WHERE a.scope_id = OLD.scope_id AND a.key = former.key AND a.memory_id = OLD.memory_id;
  END IF;
  INSERT INTO public.memory_attributes (scope_id, key, memory_id, field, number, prefix)
  SELECT NEW.scope_id, own.key, NEW.memory_id, own.field, own.number, own.prefix
  FROM public.attributes_of(NEW.metadata, NEW.tags) AS own;
  RETURN NULL;
END $$;
`;

/** The conditions keep the triggers from running for memories without metadata and tags. */
const TRIGGERS = /* sql */ `
CREATE TRIGGER memories_attributes_added AFTER INSERT ON memories FOR EACH ROW
  WHEN (NEW.metadata IS NOT NULL OR NEW.tags IS NOT NULL) EXECUTE FUNCTION index_memory_attributes();
CREATE TRIGGER memories_attributes_changed AFTER UPDATE OF metadata, tags ON memories FOR EACH ROW
  WHEN (OLD.metadata IS DISTINCT FROM NEW.metadata OR OLD.tags IS DISTINCT FROM NEW.tags)
  EXECUTE FUNCTION index_memory_attributes();
`;

const EXISTING_MEMORIES = /* sql */ `
INSERT INTO memory_attributes (scope_id, key, memory_id, field, number, prefix)
SELECT scope_id, own.key, memory_id, own.field, own.number, own.prefix
FROM memories CROSS JOIN LATERAL attributes_of(metadata, tags) AS own
WHERE metadata IS NOT NULL OR tags IS NOT NULL;
`;

/** Index of metadata and tags, for filters. */
export class MemoryAttributes0014 implements MigrationInterface {
  readonly name = 'MemoryAttributes1700000000014';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [TABLE, commentStatements(TABLE), ACCESS, FUNCTIONS, TRIGGERS, EXISTING_MEMORIES];
    for (const sql of statements) await runner.query(sql);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('a migration cannot be undone; restore a backup instead'));
  }
}
