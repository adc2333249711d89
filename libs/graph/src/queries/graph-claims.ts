import type { StatementValue } from '#contracts/observations.js';
import { isRelationType, RELATION_TYPES, relationTypeOfId } from '#contracts/ontology.js';
import type { Sql } from '#database/sql.js';
import { holdsSql } from './holds-sql.js';
import { evidenceOfSql } from './interval-memories.js';

/** A relation or statement: one interval in which it held. */
export interface GraphClaim {
  readonly id: string;
  readonly predicate: string;
  readonly isRelation: boolean;
  readonly subject: string;
  /** Id of an entity, or the key of the value. */
  readonly object: string;
  /** Value of the object; null when the object is an entity. */
  readonly value: StatementValue | null;
  readonly confidence: number;
  readonly validFrom: bigint;
  /** End in Unix nanoseconds; 0 if it has none. */
  readonly validTo: bigint;
  /** Whether it still holds; false while it is unsettled. */
  readonly holds: boolean;
  readonly supersededBy: string | null;
  /** UUIDs of memories that assert it or its end, sorted; when there are many, those of its first and last claims. */
  readonly memoryIds: readonly string[];
}

/** Maximum number of claims read at each end of an entity, of claims kept from those, and of memories per claim. */
const MAX_CLAIMS_READ = 1_000;
const MAX_CLAIMS_KEPT = 100;
const MAX_MEMORIES = 20;

interface ClaimRow {
  readonly id: string;
  readonly type_id: number | null;
  readonly predicate: string | null;
  readonly subject: string;
  readonly object: string;
  readonly value: StatementValue | null;
  readonly confidence: number;
  readonly valid_from_nanos: bigint;
  readonly valid_to_nanos: bigint;
  readonly holds: boolean;
  readonly superseded_by: string | null;
  readonly memory_ids: readonly string[];
}

/**
 * Columns of both tables. An interval's row lists the memories of its first claims only, so for one with many claims
 * those of the first and the last claims are read.
 */
const shared = (
  interval: string,
): string => `confidence, valid_from_nanos, valid_to_nanos, ${holdsSql()} AS holds, superseded_by,
  CASE WHEN mention_count <= ${String(MAX_MEMORIES)} THEN memory_ids
       ELSE ARRAY(SELECT DISTINCT memory_id FROM (
         (${evidenceOfSql(interval, 'ASC')} LIMIT ${String(MAX_MEMORIES / 2)})
         UNION ALL (${evidenceOfSql(interval, 'DESC')} LIMIT ${String(MAX_MEMORIES / 2)})) AS told ORDER BY memory_id) END AS memory_ids`;
const RELATION = `relation_id AS id, type_id, NULL AS predicate, from_entity AS subject, to_entity::text AS object,
  NULL::jsonb AS value, ${shared('r')} FROM relations AS r WHERE scope_id = $1`;
const STATEMENT = `statement_id AS id, NULL::smallint AS type_id, predicate, subject,
  CASE WHEN object_entity IS NULL THEN value_key ELSE object_entity::text END AS object, object_value AS value,
  ${shared('s')} FROM statements AS s WHERE scope_id = $1`;

/**
 * Loads relations and statements at each of the given survivors, including ended ones, but no unsettled ones. When an
 * entity has more than a hundred on one side, current ones and then the most confident are kept, out of the first
 * thousand in the index.
 */
export async function claimsAt(sql: Sql, scopeId: string, entityIds: readonly string[]): Promise<GraphClaim[]> {
  if (entityIds.length === 0) return [];
  const surest = (from: string, condition: string, order: string): string => `
    (SELECT * FROM (SELECT ${from} AND NOT unsettled AND ${condition} ORDER BY ${order} LIMIT ${String(MAX_CLAIMS_READ)}) AS side
     ORDER BY holds DESC, confidence DESC, id LIMIT ${String(MAX_CLAIMS_KEPT)})`;
  const { rows } = await sql.query<ClaimRow>(
    `SELECT DISTINCT ON (claim.id) claim.* FROM unnest($2::uuid[]) AS node (id) CROSS JOIN LATERAL (
       ${surest(RELATION, 'from_entity = node.id', 'type_id, relation_id')}
       UNION ALL ${surest(RELATION, 'to_entity = node.id', 'type_id, relation_id')}
       UNION ALL ${surest(STATEMENT, 'subject = node.id', 'predicate, statement_id')}
       UNION ALL ${surest(STATEMENT, 'object_entity = node.id', 'statement_id')}
     ) AS claim ORDER BY claim.id`,
    [scopeId, entityIds],
  );
  return rows.map(claimOf);
}

/** Loads claims by their ids. */
export async function claimsOf(sql: Sql, scopeId: string, ids: readonly string[]): Promise<GraphClaim[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql.query<ClaimRow>(
    `SELECT ${RELATION} AND relation_id = ANY ($2::uuid[])
     UNION ALL SELECT ${STATEMENT} AND statement_id = ANY ($2::uuid[])`,
    [scopeId, ids],
  );
  return rows.map(claimOf);
}

/** Entities at the ends of a claim; one when its object is a value. */
export function endsOf(claim: GraphClaim): readonly string[] {
  return claim.value === null ? [claim.subject, claim.object] : [claim.subject];
}

/** Whether claims of this predicate are symmetric. */
export function isSymmetric(predicate: string): boolean {
  return isRelationType(predicate) && RELATION_TYPES[predicate].symmetric;
}

function claimOf(row: ClaimRow): GraphClaim {
  return {
    id: row.id,
    predicate: row.type_id === null ? (row.predicate ?? '') : relationTypeOfId(row.type_id),
    isRelation: row.type_id !== null,
    ...{ subject: row.subject, object: row.object, value: row.value, confidence: row.confidence, holds: row.holds },
    ...{
      validFrom: row.valid_from_nanos,
      validTo: row.valid_to_nanos,
      supersededBy: row.superseded_by,
      memoryIds: row.memory_ids,
    },
  };
}
