import type { ClientBase } from 'pg';
import type { ClaimRow } from '../contributions/contribution.js';
import { CLAIM_COLUMNS } from '../contributions/contribution-rows.js';
import { beginsBlock, type EvidenceRow } from '../facts/claim-evidence.js';

/** Columns of `evidence AS e` under the field names of EvidenceRow. */
export const EVIDENCE_COLUMNS = `e.event_at_nanos AS at, e.memory_id AS "memoryId", e.ordinal, e.pair_id AS "pairId", e.asserted,
  e.weight, e.source, array_remove(ARRAY[e.timeline_id, e.other_timeline_id], NULL)::text[] AS timelines`;

/** Loads the evidence rows of the given memories. */
export async function loadEvidence(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<EvidenceRow[]> {
  const { rows } = await tx.query<EvidenceRow>(
    `SELECT ${EVIDENCE_COLUMNS} FROM evidence AS e WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])`,
    [scopeId, memoryIds],
  );
  return rows;
}

/** Loads the claims of the given memories, and the claims that retract one of these. */
export async function loadClaims(tx: ClientBase, scopeId: string, memoryIds: readonly string[]): Promise<ClaimRow[]> {
  const { rows } = await tx.query<ClaimRow>(
    `SELECT ${CLAIM_COLUMNS} FROM claims WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])
     UNION
     SELECT ${CLAIM_COLUMNS} FROM claims WHERE scope_id = $1 AND retracts_memory_id = ANY ($2::uuid[])`,
    [scopeId, memoryIds],
  );
  return rows;
}

export async function deleteEvidence(tx: ClientBase, scopeId: string, rows: readonly EvidenceRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `DELETE FROM evidence USING unnest($2::uuid[], $3::int[]) AS gone (memory_id, ordinal)
     WHERE scope_id = $1 AND evidence.memory_id = gone.memory_id AND evidence.ordinal = gone.ordinal`,
    [scopeId, rows.map((row) => row.memoryId), rows.map((row) => row.ordinal)],
  );
}

export async function insertEvidence(tx: ClientBase, scopeId: string, rows: readonly EvidenceRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO evidence (scope_id, memory_id, ordinal, pair_id, event_at_nanos, asserted, weight, timeline_id,
                           other_timeline_id, block_claims, source)
     SELECT $1, * FROM unnest($2::uuid[], $3::int[], $4::uuid[], $5::bigint[], $6::bool[], $7::bigint[], $8::uuid[],
                              $9::uuid[], $10::int[], $11::text[])`,
    [
      scopeId,
      rows.map((row) => row.memoryId),
      rows.map((row) => row.ordinal),
      rows.map((row) => row.pairId),
      rows.map((row) => row.at),
      rows.map((row) => row.asserted),
      rows.map((row) => row.weight),
      rows.map((row) => row.timelines[0] ?? null),
      rows.map((row) => row.timelines[1] ?? null),
      rows.map((row) => (beginsBlock(row.memoryId) ? 0 : null)),
      rows.map((row) => row.source),
    ],
  );
}
