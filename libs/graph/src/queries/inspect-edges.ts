import { isRelationType, qualified, relationTypeId } from '#contracts/ontology.js';
import { SYMMETRIC_TYPE_IDS } from './relation-view.js';
import type { Sql } from '#database/sql.js';

/** A relation, or a statement whose object is an entity, that a memory is evidence for. */
export interface InspectedEdge {
  readonly source: string;
  readonly target: string;
  /** Qualified name. */
  readonly predicate: string;
  readonly kind: 'relation' | 'fact';
  readonly confidence: number;
  /** When it began or came to pass; left out where unknown. */
  readonly event_at_unix_nanos?: bigint;
  /** When it ended; left out where it still holds. */
  readonly valid_to_unix_nanos?: bigint;
}

/** What leads from entity to entity because of one memory. */
export async function inspectEdges(sql: Sql, scopeId: string, memoryUuid: string): Promise<InspectedEdge[]> {
  const claimed = await claimedPairs(sql, scopeId, memoryUuid);
  if (claimed.length === 0) return [];
  const relations = await supportedRelations(sql, scopeId, memoryUuid, claimed);
  const statements = await supportedStatements(sql, scopeId, memoryUuid, claimed);
  return [...relations.map((row) => edgeOf(row, 'relation')), ...statements.map((row) => edgeOf(row, 'fact'))];
}

interface ClaimedPair {
  readonly kind: string;
  readonly predicate: string;
  readonly subject: string;
  readonly object: string;
}

/** The distinct claims of a memory that have an entity as object, between survivors. */
export async function claimedPairs(sql: Sql, scopeId: string, memoryUuid: string): Promise<ClaimedPair[]> {
  const { rows } = await sql.query<ClaimedPair>(
    `SELECT DISTINCT c.kind, c.predicate, coalesce(s.merged_into, s.entity_id) AS subject,
            coalesce(o.merged_into, o.entity_id) AS object
     FROM claims AS c
     JOIN entities AS s ON s.scope_id = $1 AND s.entity_id = c.subject
     JOIN entities AS o ON o.scope_id = $1 AND o.entity_id = c.object
     WHERE c.scope_id = $1 AND c.memory_id = $2`,
    [scopeId, memoryUuid],
  );
  return rows;
}

interface SupportedRow {
  readonly source: string;
  readonly target: string;
  readonly predicate: string;
  readonly confidence: number;
  readonly event_at: bigint;
  readonly valid_to: bigint;
}

/** By relations_pair, from the first end of each claim: in id order where the type is symmetric. */
export async function supportedRelations(
  sql: Sql,
  scopeId: string,
  memoryUuid: string,
  claimed: readonly ClaimedPair[],
): Promise<SupportedRow[]> {
  const pairs = claimed.flatMap(({ kind, predicate, subject, object }) => {
    if (kind !== 'relation' || !isRelationType(predicate)) return [];
    const typeId = relationTypeId(predicate);
    const swap = SYMMETRIC_TYPE_IDS.includes(typeId) && object < subject;
    return [{ predicate, typeId, from: swap ? object : subject, to: swap ? subject : object }];
  });
  const { rows } = await sql.query<SupportedRow>(
    `SELECT r.from_entity AS source, r.to_entity AS target, pair.predicate, r.confidence, r.valid_from_nanos AS event_at,
            r.valid_to_nanos AS valid_to
     FROM (SELECT DISTINCT * FROM unnest($3::text[], $4::smallint[], $5::uuid[], $6::uuid[])
           AS p (predicate, type_id, from_entity, to_entity)) AS pair
     JOIN relations AS r USING (from_entity, type_id, to_entity)
     WHERE r.scope_id = $1 AND r.memory_ids @> ARRAY[$2::uuid]
     ORDER BY r.relation_id`,
    [
      ...[scopeId, memoryUuid, pairs.map((p) => p.predicate), pairs.map((p) => p.typeId)],
      ...[pairs.map((p) => p.from), pairs.map((p) => p.to)],
    ],
  );
  return rows;
}

/** By statements_pair: the key of a statement about an entity is the entity's id. */
export async function supportedStatements(
  sql: Sql,
  scopeId: string,
  memoryUuid: string,
  claimed: readonly ClaimedPair[],
): Promise<SupportedRow[]> {
  const pairs = claimed.filter(({ kind }) => kind !== 'relation');
  const { rows } = await sql.query<SupportedRow>(
    `SELECT s.subject AS source, s.object_entity AS target, s.predicate, s.confidence, s.event_at_nanos AS event_at,
            s.valid_to_nanos AS valid_to
     FROM (SELECT DISTINCT * FROM unnest($3::text[], $4::uuid[], $5::text[])
           AS p (predicate, subject, value_key)) AS pair
     JOIN statements AS s USING (subject, predicate, value_key)
     WHERE s.scope_id = $1 AND s.object_entity IS NOT NULL AND s.memory_ids @> ARRAY[$2::uuid]
     ORDER BY s.statement_id`,
    [...[scopeId, memoryUuid, pairs.map((p) => p.predicate), pairs.map((p) => p.subject)], pairs.map((p) => p.object)],
  );
  return rows;
}

function edgeOf({ event_at, valid_to, predicate, ...row }: SupportedRow, kind: InspectedEdge['kind']): InspectedEdge {
  const { source, target, confidence } = row;
  const edge = { source, target, predicate: qualified(predicate), kind, confidence };
  return {
    ...edge,
    ...(event_at === 0n ? {} : { event_at_unix_nanos: event_at }),
    ...(valid_to === 0n ? {} : { valid_to_unix_nanos: valid_to }),
  };
}
