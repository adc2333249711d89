import type { ClientBase } from 'pg';
import { EVIDENCE_COLUMNS } from './evidence-rows.js';
import { claimKey, type EvidenceRow, type ClaimPosition } from './claim-evidence.js';

/** A place in the history of a pair. */
export interface PairPosition extends ClaimPosition {
  readonly pairId: string;
}

/** Two claims of a pair with none of it between them; `before` is null at the first one, `claim` behind the last. */
export interface EvidenceLinkPair {
  readonly before: EvidenceRow | null;
  readonly claim: EvidenceRow | null;
}

/** A place in the history of the timelines of a pair. */
export type TimelinePosition = ClaimPosition & Pick<EvidenceRow, 'timelines'>;

/** The place of a claim as one value, in the order of every index of evidence. */
export const POSITION = '(e.event_at_nanos, e.memory_id, e.ordinal)';
const ASCENDING = 'e.event_at_nanos, e.memory_id, e.ordinal';
const DESCENDING = 'e.event_at_nanos DESC, e.memory_id DESC, e.ordinal DESC';

interface FoundRow extends EvidenceRow {
  readonly n: number;
}

/** The claims on either side of each point, and one at the point, with what each follows. Work: three rows a point. */
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

/** The claims of the links. */
export function claimsOfLinks({ before, claim }: EvidenceLinkPair): EvidenceRow[] {
  return [...(before ? [before] : []), ...(claim ? [claim] : [])];
}

/** The last assertion before each of the given claims in each of its timelines, of whatever pair. */
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

/** Keys of the claims that go on with what the claim before them says: it asserts, and nothing came between that ended it. */
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

/** Event times, memories and ordinals, for unnest. */
export function positionColumns(positions: readonly ClaimPosition[]): unknown[][] {
  return [positions.map((p) => p.at), positions.map((p) => p.memoryId), positions.map((p) => p.ordinal)];
}
