import { qualified, relationTypeOfId } from '#contracts/ontology.js';
import type { Sql } from '#database/sql.js';

/** A relation or statement that touches an entity of the walk. */
export interface ClaimAround {
  /** The entity of the walk that it touches. */
  readonly node: string;
  /** The entity at its other end; null where it has a value. */
  readonly other: string | null;
  readonly kind: 'relation' | 'statement';
  readonly predicate: string;
  readonly text: string;
  readonly confidence: number;
  readonly current: boolean;
  /** UUIDs of the memories that say so. */
  readonly memoryIds: readonly string[];
}

/** Claims read at each end of one entity, and memories of each. */
const EACH = 100;
const MEMORIES_OF_CLAIM = 20;

interface ClaimRow {
  readonly node: string;
  readonly other: string | null;
  readonly type_id: number | null;
  readonly predicate: string | null;
  readonly text: string;
  readonly confidence: number;
  readonly current: boolean;
  readonly memory_ids: string;
}

/** The relations and statements at each of the given entities, ended ones too; bounded at every entity. */
export async function claimsAround(sql: Sql, scopeId: string, entityIds: readonly string[]): Promise<ClaimAround[]> {
  if (entityIds.length === 0) return [];
  const { rows } = await sql.query<ClaimRow>(
    `SELECT node.id AS node, claim.* FROM unnest($2::uuid[]) AS node (id) CROSS JOIN LATERAL (
       (SELECT ${relation('to_entity')} WHERE scope_id = $1 AND from_entity = node.id ORDER BY type_id, relation_id LIMIT $3)
       UNION ALL
       (SELECT ${relation('from_entity')} WHERE scope_id = $1 AND to_entity = node.id ORDER BY type_id, relation_id LIMIT $3)
       UNION ALL
       (SELECT ${statement('object_entity')} WHERE scope_id = $1 AND subject = node.id ORDER BY predicate, statement_id LIMIT $3)
       UNION ALL
       (SELECT ${statement('subject')} WHERE scope_id = $1 AND object_entity = node.id ORDER BY statement_id LIMIT $3)
     ) AS claim`,
    [scopeId, entityIds, EACH],
  );
  // Without spreads: a claim's object is made a thousand times for one question.
  return rows.map(({ node, other, text, confidence, current, type_id, predicate, memory_ids }) => ({
    node,
    other,
    text,
    confidence,
    current,
    kind: type_id === null ? 'statement' : 'relation',
    predicate: type_id === null ? (predicate ?? '') : relationTypeOfId(type_id),
    memoryIds: memory_ids === '' ? [] : memory_ids.split(' '),
  }));
}

/** A claim in words of the trace: `–core:works_at→`. */
export function arrowOf({ predicate }: ClaimAround): string {
  return `–${qualified(predicate)}→`;
}

const CURRENT = 'valid_to_nanos = 0 AND superseded_by IS NULL AS current';
/** As one text, which is taken apart in a tenth of the time that the driver takes for an array. */
const SOME_MEMORIES = `array_to_string(memory_ids[1:${String(MEMORIES_OF_CLAIM)}], ' ') AS memory_ids`;

function relation(other: string): string {
  return `${other} AS other, type_id, NULL AS predicate, '' AS text, confidence, ${CURRENT}, ${SOME_MEMORIES} FROM relations`;
}

function statement(other: string): string {
  return `${other} AS other, NULL::smallint AS type_id, predicate, text, confidence, ${CURRENT}, ${SOME_MEMORIES} FROM statements`;
}
