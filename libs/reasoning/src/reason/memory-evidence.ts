import { groupBy } from '#contracts/group-by.js';
import type { LinkKind } from '#contracts/links.js';
import type { Sql } from '#database/sql.js';
import { survivorIdSql } from '#database/survivor-id-sql.js';
import { isSymmetric, type GraphClaim } from '#graph/queries/graph-claims.js';

/** Confidences, 0..1, by memory UUID. */
export type EvidenceByMemory = ReadonlyMap<string, number>;

/** Evidence of memories about one claim. */
export interface ClaimEvidence {
  /** Evidence that the claim holds, or held. */
  readonly asserted: EvidenceByMemory;
  /** Evidence that the claim ended. */
  readonly ended: EvidenceByMemory;
}

/** A link between two memories that supports, contradicts or explains. */
export interface EvidenceLink {
  readonly source: string;
  readonly target: string;
  readonly kind: LinkKind;
  readonly weight: number;
}

interface ClaimOfMemoryRow {
  readonly memory_id: string;
  readonly predicate: string;
  readonly subject: string;
  readonly object: string;
  readonly asserted: boolean;
  readonly confidence: number;
}

/** Maximum number of links read per memory and direction. */
const MAX_LINKS = 50;

/** Evidence for claims by their memories, by claim id; for each memory its highest confidence. */
export async function loadClaimEvidence(
  sql: Sql,
  scopeId: string,
  claims: readonly GraphClaim[],
): Promise<Map<string, ClaimEvidence>> {
  const { rows } = await sql.query<ClaimOfMemoryRow>(
    `SELECT c.memory_id, c.predicate, ${survivorIdSql('s')} AS subject,
            CASE WHEN o.entity_id IS NULL THEN c.value_key ELSE (${survivorIdSql('o')})::text END AS object,
            c.asserted, max(c.confidence) AS confidence
     FROM claims AS c
     JOIN evidence AS e ON e.scope_id = $1 AND e.memory_id = c.memory_id AND e.ordinal = c.ordinal
     JOIN entities AS s ON s.scope_id = $1 AND s.entity_id = c.subject
     LEFT JOIN entities AS o ON o.scope_id = $1 AND o.entity_id = c.object
     WHERE c.scope_id = $1 AND c.memory_id = ANY ($2::uuid[]) AND c.predicate = ANY ($3::text[])
     GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`,
    [scopeId, distinct(claims.flatMap((c) => c.memoryIds)), distinct(claims.map((c) => c.predicate))],
  );
  const rowsByClaim = groupBy(rows, (row) => keyOf(row));
  return new Map(claims.map((claim) => [claim.id, ofClaim(claim, rowsByClaim.get(keyOf(claim)) ?? [])]));
}

/** Links at any of the given memories that contradict, support or state a cause. */
export async function linksOf(sql: Sql, scopeId: string, memoryIds: readonly string[]): Promise<EvidenceLink[]> {
  const probe = (end: string): string => `
    (SELECT source, target, kind, weight FROM memory_links
     WHERE scope_id = $1 AND ${end} = node.id AND kind = ANY ($3::text[]) AND weight <> 0
     ORDER BY abs(weight) DESC, source, target, kind LIMIT ${String(MAX_LINKS)})`;
  const { rows } = await sql.query<EvidenceLink>(
    `SELECT DISTINCT link.* FROM unnest($2::uuid[]) AS node (id)
     CROSS JOIN LATERAL (${probe('source')} UNION ALL ${probe('target')}) AS link
     ORDER BY source, target, kind`,
    [scopeId, memoryIds, ['contradicts', 'supports', 'caused', 'derived_from']],
  );
  return rows;
}

/** Probability that at least one of independent memories is right: 1 − ∏(1 − confidence). */
export function combinedConfidence(evidence: EvidenceByMemory): number {
  return 1 - [...evidence.values()].reduce((doubt, confidence) => doubt * (1 - confidence), 1);
}

function ofClaim(claim: GraphClaim, rows: readonly ClaimOfMemoryRow[]): ClaimEvidence {
  const behind = new Set(claim.memoryIds);
  const of = (asserted: boolean): EvidenceByMemory => {
    const evidence = new Map<string, number>();
    for (const row of rows)
      if (row.asserted === asserted && behind.has(row.memory_id))
        evidence.set(row.memory_id, Math.max(row.confidence, evidence.get(row.memory_id) ?? 0));
    return evidence;
  };
  return { asserted: of(true), ended: of(false) };
}

/** Key of a claim, the same for both directions of a symmetric relation. */
function keyOf({ predicate, subject, object }: { predicate: string; subject: string; object: string }): string {
  const ends = isSymmetric(predicate) && object < subject ? [object, subject] : [subject, object];
  return [predicate, ...ends].join('\0');
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
