import { withIsoTimes, type IsoTimesOf } from '#contracts/iso-times.js';
import { qualified, relationTypeOfId } from '#contracts/ontology.js';
import type { Sql } from '#database/sql.js';

/** A relation, or a statement whose object is an entity, for which a memory is evidence. */
export interface InspectedEdge {
  readonly source: string;
  readonly target: string;
  /** Qualified name. */
  readonly predicate: string;
  readonly kind: 'relation' | 'fact';
  readonly confidence: number;
  /** When it began or happened; left out when unknown. */
  readonly event_at_unix_nanos?: bigint;
  /** When it ended; left out while it still holds. */
  readonly valid_to_unix_nanos?: bigint;
  /** Set while later candidates contradict it, so that it is neither current nor ended. */
  readonly unsettled?: true;
}

/** Edges between entities for which a memory is evidence. */
export async function inspectEdges(
  sql: Sql,
  scopeId: string,
  memoryUuid: string,
): Promise<(InspectedEdge & IsoTimesOf<InspectedEdge>)[]> {
  const { rows } = await sql.query<SupportedRow>(INSPECT_SQL, [scopeId, memoryUuid]);
  return rows.map((row) => withIsoTimes(edgeOf(row)));
}

interface SupportedRow {
  readonly source: string;
  readonly target: string;
  /** Null for a statement. */
  readonly type_id: number | null;
  readonly predicate: string | null;
  readonly confidence: number;
  readonly event_at: bigint;
  readonly valid_to: bigint;
  readonly unsettled: boolean;
}

/** Statement for the interval of `table` that contains the claim of `evidence AS e`. */
export const intervalOf = (table: string): string => `
  SELECT * FROM ${table} AS i WHERE i.scope_id = $1 AND i.pair_id = e.pair_id
    AND (i.first_at_nanos, i.first_memory, i.first_ordinal) <= (e.event_at_nanos, e.memory_id, e.ordinal)
  ORDER BY i.first_at_nanos DESC, i.first_memory DESC, i.first_ordinal DESC LIMIT 1`;

/**
 * Finds the intervals that contain the memory's evidence: relations first, then statements about an entity, each by id.
 */
const INSPECT_SQL = `
SELECT source, target, type_id, predicate, confidence, event_at, valid_to, unsettled FROM (
  SELECT DISTINCT ON (r.relation_id) false AS is_statement, r.relation_id AS id, r.from_entity AS source,
         r.to_entity AS target, r.type_id, NULL AS predicate, r.confidence, r.valid_from_nanos AS event_at,
         r.valid_to_nanos AS valid_to, r.unsettled
  FROM evidence AS e CROSS JOIN LATERAL (${intervalOf('relations')}) AS r
  WHERE e.scope_id = $1 AND e.memory_id = $2
  UNION ALL
  SELECT DISTINCT ON (s.statement_id) true, s.statement_id, s.subject, s.object_entity, NULL, s.predicate, s.confidence,
         s.event_at_nanos, s.valid_to_nanos, s.unsettled
  FROM evidence AS e CROSS JOIN LATERAL (${intervalOf('statements')}) AS s
  WHERE e.scope_id = $1 AND e.memory_id = $2 AND s.object_entity IS NOT NULL
) AS edge ORDER BY is_statement, id`;

function edgeOf({ event_at, valid_to, unsettled, type_id, predicate, ...row }: SupportedRow): InspectedEdge {
  const { source, target, confidence } = row;
  const kind = type_id === null ? 'fact' : 'relation';
  const qualifiedName = qualified(type_id === null ? (predicate ?? '') : relationTypeOfId(type_id));
  const edge = { source, target, predicate: qualifiedName, kind, confidence } as const;
  return {
    ...edge,
    ...(event_at === 0n ? {} : { event_at_unix_nanos: event_at }),
    ...(valid_to === 0n ? {} : { valid_to_unix_nanos: valid_to }),
    ...(unsettled && { unsettled }),
  };
}
