import type { ClientBase } from 'pg';
import { stringifyExact } from '#contracts/exact-json.js';
import { relationTypeId, type RelationType } from '#contracts/ontology.js';
import type { TimelineKey } from './dirty-timelines.js';
import type { RelationRow, StatementRow } from './interval-rows.js';

const RELATION_COLUMNS = `relation_id AS id, type_id AS "typeId", from_entity AS "from", to_entity AS "to", confidence,
  mention_count AS "mentionCount", valid_from_nanos AS "validFrom", valid_to_nanos AS "validTo",
  superseded_by AS "supersededBy", memory_ids AS "memoryIds"`;

const STATEMENT_COLUMNS = `statement_id AS id, kind, predicate, subject, object_entity AS "objectEntity",
  object_value AS "objectValue", value_key AS "valueKey", text, confidence, mention_count AS "mentionCount",
  event_at_nanos AS "eventAt", valid_from_nanos AS "validFrom", valid_to_nanos AS "validTo",
  superseded_by AS "supersededBy", memory_ids AS "memoryIds"`;

/** Relations that stand in the given timelines now. */
export async function loadRelations(
  tx: ClientBase,
  scopeId: string,
  keys: readonly TimelineKey[],
): Promise<RelationRow[]> {
  if (keys.length === 0) return [];
  const { ofSubject, ofPair } = probesOf(keys);
  const { rows } = await tx.query<RelationRow>(
    `SELECT ${RELATION_COLUMNS} FROM relations
     JOIN unnest($2::uuid[], $3::smallint[]) AS key (from_entity, type_id) USING (from_entity, type_id)
     WHERE scope_id = $1
     UNION ALL
     SELECT ${RELATION_COLUMNS} FROM relations
     JOIN unnest($4::uuid[], $5::smallint[], $6::uuid[]) AS key (from_entity, type_id, to_entity)
       USING (from_entity, type_id, to_entity)
     WHERE scope_id = $1`,
    [
      scopeId,
      ...[ofSubject.map((key) => key.from), ofSubject.map(typeIdOf)],
      ...[ofPair.map((key) => key.from), ofPair.map(typeIdOf), ofPair.map((key) => key.to)],
    ],
  );
  return rows;
}

/** Relations of the given types that have one of the given entities at either end. */
export async function loadRelationsTouching(
  tx: ClientBase,
  scopeId: string,
  entities: readonly string[],
  types: readonly RelationType[],
): Promise<RelationRow[]> {
  const { rows } = await tx.query<RelationRow>(
    `SELECT ${RELATION_COLUMNS} FROM relations
     WHERE scope_id = $1 AND from_entity = ANY ($2::uuid[]) AND type_id = ANY ($3::smallint[])
     UNION
     SELECT ${RELATION_COLUMNS} FROM relations
     WHERE scope_id = $1 AND to_entity = ANY ($2::uuid[]) AND type_id = ANY ($3::smallint[])`,
    [scopeId, entities, types.map(relationTypeId)],
  );
  return rows;
}

/** Statements that stand in the given timelines now. */
export async function loadStatements(
  tx: ClientBase,
  scopeId: string,
  keys: readonly TimelineKey[],
): Promise<StatementRow[]> {
  if (keys.length === 0) return [];
  const { ofSubject, ofPair } = probesOf(keys);
  const { rows } = await tx.query<StatementRow>(
    `SELECT ${STATEMENT_COLUMNS} FROM statements
     JOIN unnest($2::uuid[], $3::text[]) AS key (subject, predicate) USING (subject, predicate)
     WHERE scope_id = $1
     UNION ALL
     SELECT ${STATEMENT_COLUMNS} FROM statements
     JOIN unnest($4::uuid[], $5::text[], $6::text[]) AS key (subject, predicate, value_key)
       USING (subject, predicate, value_key)
     WHERE scope_id = $1`,
    [
      scopeId,
      ...[ofSubject.map((key) => key.from), ofSubject.map((key) => key.predicate)],
      ...[ofPair.map((key) => key.from), ofPair.map((key) => key.predicate), ofPair.map((key) => key.to)],
    ],
  );
  return rows;
}

/**
 * Timelines of a whole subject, and those of one pair. Each kind has a probe of its own: a condition that serves both
 * pairs every key with every row of its subject, which at a hub is quadratic.
 */
function probesOf(keys: readonly TimelineKey[]): { ofSubject: TimelineKey[]; ofPair: TimelineKey[] } {
  return { ofSubject: keys.filter((key) => key.to === null), ofPair: keys.filter((key) => key.to !== null) };
}

function typeIdOf(key: TimelineKey): number {
  return relationTypeId(key.predicate as RelationType);
}

export async function deleteRelations(tx: ClientBase, scopeId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query('DELETE FROM relations WHERE scope_id = $1 AND relation_id = ANY ($2::uuid[])', [scopeId, ids]);
}

export async function deleteStatements(tx: ClientBase, scopeId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query('DELETE FROM statements WHERE scope_id = $1 AND statement_id = ANY ($2::uuid[])', [scopeId, ids]);
}

/** Inserts relations; the rows they replace must be gone. */
export async function insertRelations(tx: ClientBase, scopeId: string, rows: readonly RelationRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO relations (scope_id, relation_id, type_id, from_entity, to_entity, confidence, mention_count,
                            valid_from_nanos, valid_to_nanos, superseded_by, memory_ids)
     SELECT $1, id, type_id, from_entity, to_entity, confidence, mention_count, valid_from, valid_to, superseded_by,
            ARRAY(SELECT jsonb_array_elements_text(memory_ids)::uuid)
     FROM unnest($2::uuid[], $3::smallint[], $4::uuid[], $5::uuid[], $6::float8[], $7::int[], $8::bigint[],
                 $9::bigint[], $10::uuid[], $11::jsonb[])
       AS row (id, type_id, from_entity, to_entity, confidence, mention_count, valid_from, valid_to, superseded_by,
               memory_ids)`,
    [
      scopeId,
      rows.map((r) => r.id),
      rows.map((r) => r.typeId),
      rows.map((r) => r.from),
      rows.map((r) => r.to),
      ...evidenceColumns(rows),
    ],
  );
}

/** Inserts statements; the rows they replace must be gone. */
export async function insertStatements(tx: ClientBase, scopeId: string, rows: readonly StatementRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO statements (scope_id, statement_id, kind, predicate, subject, object_entity, object_value, value_key,
                             text, event_at_nanos, confidence, mention_count, valid_from_nanos, valid_to_nanos,
                             superseded_by, memory_ids)
     SELECT $1, id, kind, predicate, subject, object_entity, object_value, value_key, text, event_at, confidence,
            mention_count, valid_from, valid_to, superseded_by,
            ARRAY(SELECT jsonb_array_elements_text(memory_ids)::uuid)
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::jsonb[], $8::text[], $9::text[],
                 $10::bigint[], $11::float8[], $12::int[], $13::bigint[], $14::bigint[], $15::uuid[], $16::jsonb[])
       AS row (id, kind, predicate, subject, object_entity, object_value, value_key, text, event_at, confidence,
               mention_count, valid_from, valid_to, superseded_by, memory_ids)`,
    [
      scopeId,
      rows.map((r) => r.id),
      rows.map((r) => r.kind),
      rows.map((r) => r.predicate),
      rows.map((r) => r.subject),
      rows.map((r) => r.objectEntity),
      rows.map((r) => (r.objectValue === null ? null : stringifyExact(r.objectValue))),
      rows.map((r) => r.valueKey),
      rows.map((r) => r.text),
      rows.map((r) => r.eventAt),
      ...evidenceColumns(rows),
    ],
  );
}

function evidenceColumns(rows: readonly (RelationRow | StatementRow)[]): unknown[][] {
  return [
    rows.map((r) => r.confidence),
    rows.map((r) => r.mentionCount),
    rows.map((r) => r.validFrom),
    rows.map((r) => r.validTo),
    rows.map((r) => r.supersededBy),
    rows.map((r) => JSON.stringify(r.memoryIds)),
  ];
}
