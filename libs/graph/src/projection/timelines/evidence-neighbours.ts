import type { ClientBase } from 'pg';
import { EVIDENCE_COLUMNS } from './evidence-rows.js';
import { claimKey, type EvidenceRow, type ClaimPosition } from '../facts/claim-evidence.js';

/** Position in the history of a pair. */
export interface PairPosition extends ClaimPosition {
  readonly pairId: string;
}

/** Two consecutive claims of a pair; `before` is null at the first claim, `claim` is null after the last one. */
export interface EvidenceLinkPair {
  readonly before: EvidenceRow | null;
  readonly claim: EvidenceRow | null;
}

/** Position in the history of a pair's timelines. */
export type TimelinePosition = ClaimPosition & Pick<EvidenceRow, 'timelines'>;

/** Position of a claim as one SQL row value, in the order of the indexes of evidence. */
export const POSITION = '(e.event_at_nanos, e.memory_id, e.ordinal)';
const ASCENDING = 'e.event_at_nanos, e.memory_id, e.ordinal';
const DESCENDING = 'e.event_at_nanos DESC, e.memory_id DESC, e.ordinal DESC';

interface FoundRow extends EvidenceRow {
  readonly n: number;
}

/**
 * Loads the claims on either side of each point and the claim at the point, linked to their predecessors. Work: three
 * rows per point.
 */
export async function loadAdjacentClaims(
  tx: ClientBase,
  scopeId: string,
  points: readonly PairPosition[],
): Promise<EvidenceLinkPair[]> {
  if (points.length === 0) return [];
  const { rows } = await tx.query<FoundRow & { readonly earlier: boolean }>(
    `SELECT p.n::int AS n, found.*
     FROM unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::int[]) WITH ORDINALITY AS p (pair_id, at, memory_id, ordinal, n)
     CROSS JOIN LATERAL (
       (SELECT true AS earlier, ${EVIDENCE_COLUMNS} FROM evidence AS e
        WHERE e.scope_id = $1 AND e.pair_id = p.pair_id AND ${POSITION} < (p.at, p.memory_id, p.ordinal)
        ORDER BY ${DESCENDING} LIMIT 1)
       UNION ALL
       (SELECT false, ${EVIDENCE_COLUMNS} FROM evidence AS e
        WHERE e.scope_id = $1 AND e.pair_id = p.pair_id AND ${POSITION} >= (p.at, p.memory_id, p.ordinal)
        ORDER BY ${ASCENDING} LIMIT 2)) AS found`,
    [scopeId, ...pointColumns(points)],
  );
  const found = points.map((): { before: EvidenceRow | null; after: EvidenceRow[] } => ({ before: null, after: [] }));
  for (const { n, earlier, ...evidence } of rows) {
    const place = found[n - 1];
    if (earlier && place) place.before = evidence;
    else place?.after.push(evidence);
  }
  const links = points.flatMap((point, i) => linksAround(point, found[i]?.before ?? null, found[i]?.after ?? []));
  return [...new Map(links.map((link) => [link.claim ? claimKey(link.claim) : link.before?.pairId, link])).values()];
}

function linksAround(
  point: PairPosition,
  before: EvidenceRow | null,
  after: readonly EvidenceRow[],
): EvidenceLinkPair[] {
  const [first, second] = after;
  if (!first) return before ? [{ before, claim: null }] : [];
  if (claimKey(first) !== claimKey(point) || !second) return [{ before, claim: first }];
  return [
    { before, claim: first },
    { before: first, claim: second },
  ];
}

/** The claims of a link, up to two. */
export function claimsOfLinks({ before, claim }: EvidenceLinkPair): EvidenceRow[] {
  return [...(before ? [before] : []), ...(claim ? [claim] : [])];
}

/** Loads the last assertion of any pair before each given claim, in each of its timelines. */
export async function loadPrecedingAssertions(
  tx: ClientBase,
  scopeId: string,
  claims: readonly TimelinePosition[],
): Promise<EvidenceRow[]> {
  const probes = claims.flatMap((claim) => claim.timelines.map((timeline) => ({ ...claim, pairId: timeline })));
  if (probes.length === 0) return [];
  const { rows } = await tx.query<EvidenceRow>(
    `SELECT found.* FROM unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::int[]) AS p (timeline_id, at, memory_id, ordinal)
     CROSS JOIN LATERAL (
       SELECT * FROM (${['timeline_id', 'other_timeline_id'].map(lastBefore).join(' UNION ALL ')}) AS either
       ORDER BY at DESC, "memoryId" DESC, ordinal DESC LIMIT 1) AS found`,
    [scopeId, ...pointColumns(probes)],
  );
  return [...new Map(rows.map((claim) => [claimKey(claim), claim])).values()];
}

function lastBefore(column: string): string {
  return `(SELECT ${EVIDENCE_COLUMNS} FROM evidence AS e
    WHERE e.scope_id = $1 AND e.${column} = p.timeline_id AND e.asserted
      AND ${POSITION} < (p.at, p.memory_id, p.ordinal) ORDER BY ${DESCENDING} LIMIT 1)`;
}

/**
 * Keys of the claims that continue the interval of their predecessor: the predecessor is an assertion, and no other
 * assertion in their timelines lies between them.
 */
export async function loadContinuations(
  tx: ClientBase,
  scopeId: string,
  links: readonly EvidenceLinkPair[],
): Promise<Set<string>> {
  const asserted = links.flatMap(({ before, claim }) =>
    before?.asserted === true && claim ? [{ before, claim }] : [],
  );
  const keys = new Set(asserted.map(({ claim }) => claimKey(claim)));
  const probes = asserted.flatMap(({ before, claim }) =>
    claim.timelines.map((timeline) => ({ timeline, before, claim })),
  );
  if (probes.length === 0) return keys;
  const between = (column: string): string =>
    `EXISTS (SELECT FROM evidence AS e WHERE e.scope_id = $1 AND e.${column} = p.timeline_id AND e.asserted
       AND ${POSITION} > (p.at, p.memory_id, p.ordinal) AND ${POSITION} < (p.to_at, p.to_memory_id, p.to_ordinal))`;
  const { rows } = await tx.query<{ n: number }>(
    `SELECT n::int AS n FROM unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::int[], $6::bigint[], $7::uuid[], $8::int[])
       WITH ORDINALITY AS p (timeline_id, at, memory_id, ordinal, to_at, to_memory_id, to_ordinal, n)
     WHERE ${between('timeline_id')} OR ${between('other_timeline_id')}`,
    [
      scopeId,
      probes.map(({ timeline }) => timeline),
      ...positionColumns(probes.map(({ before }) => before)),
      ...positionColumns(probes.map(({ claim }) => claim)),
    ],
  );
  for (const { n } of rows) {
    const probe = probes[n - 1];
    if (probe) keys.delete(claimKey(probe.claim));
  }
  return keys;
}

function pointColumns(points: readonly PairPosition[]): unknown[][] {
  return [points.map((p) => p.pairId), ...positionColumns(points)];
}

/** Event times, memories and ordinals as columns for unnest. */
export function positionColumns(positions: readonly ClaimPosition[]): unknown[][] {
  return [positions.map((p) => p.at), positions.map((p) => p.memoryId), positions.map((p) => p.ordinal)];
}
