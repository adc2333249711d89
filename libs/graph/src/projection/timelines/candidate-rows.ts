import type { ClientBase } from 'pg';
import type { EvidenceRow } from '../facts/claim-evidence.js';
import type { ResolvedClaim } from '../facts/resolve-claim.js';

/** A claim too weak to be evidence alone: a row of `candidate_evidence`. */
export interface CandidateRow extends Omit<EvidenceRow, 'timelines' | 'source'>, CandidateEnds {}

/** Survivors at the ends of a candidate, by which recall finds it. */
export interface CandidateEnds {
  /** Of two, the one with the smaller id. */
  readonly entityA: string;
  /** Null for a value. */
  readonly entityB: string | null;
}

/** The candidates of one pair that assert it, or those that end it; they are promoted together. */
export type CandidateGroup = Pick<EvidenceRow, 'pairId' | 'asserted'>;

/** A candidate, and its timelines if it counts as evidence at present; else null. */
export interface OtherCandidate extends CandidateRow {
  readonly timelines: readonly string[] | null;
}

const COLUMNS = `c.event_at_nanos AS at, c.memory_id AS "memoryId", c.ordinal, c.pair_id AS "pairId", c.asserted, c.weight,
  c.entity_a AS "entityA", c.entity_b AS "entityB"`;

export function candidateEnds({ claim, from, to }: ResolvedClaim): CandidateEnds {
  if (claim.object === null) return { entityA: from, entityB: null };
  return from < to ? { entityA: from, entityB: to } : { entityA: to, entityB: from };
}

/** Loads the candidates of the given memories. */
export async function loadCandidates(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<CandidateRow[]> {
  const { rows } = await tx.query<CandidateRow>(
    `SELECT ${COLUMNS} FROM candidate_evidence AS c WHERE c.scope_id = $1 AND c.memory_id = ANY ($2::uuid[])`,
    [scopeId, memoryIds],
  );
  return rows;
}

/**
 * Loads the candidates of groups that other memories than the given ones make. Work: those of `limit` memories per
 * group.
 */
export async function loadOtherCandidates(
  tx: ClientBase,
  scopeId: string,
  groups: readonly CandidateGroup[],
  { memoryIds, limit }: { readonly memoryIds: readonly string[]; readonly limit: number },
): Promise<OtherCandidate[]> {
  const { rows } = await tx.query<OtherCandidate>(
    `SELECT ${COLUMNS},
            CASE WHEN e.memory_id IS NOT NULL
                 THEN array_remove(ARRAY[e.timeline_id, e.other_timeline_id], NULL)::text[] END AS timelines
     FROM unnest($2::uuid[], $3::bool[]) AS g (pair_id, asserted)
     CROSS JOIN LATERAL (
       SELECT DISTINCT c.memory_id FROM candidate_evidence AS c
       WHERE c.scope_id = $1 AND c.pair_id = g.pair_id AND c.asserted = g.asserted AND c.memory_id <> ALL ($4::uuid[])
       ORDER BY c.memory_id LIMIT $5) AS other
     JOIN candidate_evidence AS c ON c.scope_id = $1 AND c.pair_id = g.pair_id AND c.asserted = g.asserted
       AND c.memory_id = other.memory_id
     LEFT JOIN evidence AS e ON e.scope_id = $1 AND e.memory_id = c.memory_id AND e.ordinal = c.ordinal`,
    [scopeId, groups.map(({ pairId }) => pairId), groups.map(({ asserted }) => asserted), memoryIds, limit],
  );
  return rows;
}

export async function deleteCandidates(tx: ClientBase, scopeId: string, rows: readonly CandidateRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `DELETE FROM candidate_evidence AS c USING unnest($2::uuid[], $3::bool[], $4::uuid[], $5::int[])
       AS gone (pair_id, asserted, memory_id, ordinal)
     WHERE c.scope_id = $1 AND c.pair_id = gone.pair_id AND c.asserted = gone.asserted
       AND c.memory_id = gone.memory_id AND c.ordinal = gone.ordinal`,
    [
      scopeId,
      rows.map((row) => row.pairId),
      rows.map((row) => row.asserted),
      rows.map((row) => row.memoryId),
      rows.map((row) => row.ordinal),
    ],
  );
}

export async function insertCandidates(tx: ClientBase, scopeId: string, rows: readonly CandidateRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO candidate_evidence (scope_id, pair_id, asserted, memory_id, ordinal, event_at_nanos, weight, entity_a,
                                     entity_b)
     SELECT $1, * FROM unnest($2::uuid[], $3::bool[], $4::uuid[], $5::int[], $6::bigint[], $7::bigint[], $8::uuid[],
                              $9::uuid[])`,
    [
      scopeId,
      rows.map((row) => row.pairId),
      rows.map((row) => row.asserted),
      rows.map((row) => row.memoryId),
      rows.map((row) => row.ordinal),
      rows.map((row) => row.at),
      rows.map((row) => row.weight),
      rows.map((row) => row.entityA),
      rows.map((row) => row.entityB),
    ],
  );
}
