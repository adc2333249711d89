import { claimKey, comparePositions, type EvidenceRow, type ClaimPosition } from '../facts/claim-evidence.js';
import { claimsOfLinks, type EvidenceLinkPair } from './evidence-neighbours.js';

/** A run of consecutive claims of one pair. */
export interface IntervalExtent {
  readonly first: ClaimPosition;
  readonly last: ClaimPosition;
  readonly count: number;
  readonly weight: bigint;
}

/** The claims of an interval; when `isCounted` is false, its count and weight must be read from the evidence. */
export interface IntervalRun extends IntervalExtent {
  readonly isCounted: boolean;
}

/** Changes around some points of one pair. */
export interface PairChanges {
  /** Stored intervals that contain the points or the claims next to them. */
  readonly stored: readonly IntervalExtent[];
  readonly removed: readonly EvidenceRow[];
  readonly added: readonly EvidenceRow[];
  /** Claims at and next to the points, linked to their current predecessors. */
  readonly links: readonly EvidenceLinkPair[];
  /** Keys of the claims that continue the interval of their predecessor. */
  readonly continuations: ReadonlySet<string>;
}

/**
 * Computes the current intervals of a pair from the stored ones. Whether a claim begins an interval depends only on
 * that claim and its predecessor (`loadContinuations`), so intervals away from the points keep their beginnings. Count
 * and weight of an interval are carried over, unless it was split.
 */
export function evolveIntervals({ stored, removed, added, links, continuations }: PairChanges): IntervalRun[] {
  const present = new Set(added.map(placeKey));
  const gone = new Set(removed.map(placeKey).filter((key) => !present.has(key)));
  const isThere = (position: ClaimPosition): boolean => !gone.has(placeKey(position));
  const following = links.flatMap(({ claim }) => claim ?? []);
  const judged = new Set(following.map(placeKey));
  const starts = ordered([
    ...stored.map(({ first }) => first).filter((first) => isThere(first) && !judged.has(placeKey(first))),
    ...following.filter((claim) => !continuations.has(claimKey(claim))),
  ]);
  const known = ordered([
    ...stored.flatMap(({ first, last }) => [first, last]).filter(isThere),
    ...links.flatMap(claimsOfLinks),
  ]);
  const runs = starts.map((first, i) => {
    const next = starts[i + 1];
    const last = known[next ? lastAt(known, next, true) : known.length - 1] ?? first;
    return { first, last, count: 0, weight: 0n, isCounted: true };
  });
  for (const extent of withoutRemoved(stored, removed)) carryOver(extent, runs, starts, known);
  for (const claim of added) add(runs[lastAt(starts, claim)], { count: 1, weight: claim.weight });
  return runs;
}

type Counting = { -readonly [K in keyof IntervalRun]: IntervalRun[K] };

/**
 * Adds the remaining count of a stored interval to the run that contains it; marks the runs as uncounted when several
 * share it.
 */
function carryOver(
  extent: IntervalExtent,
  runs: readonly Counting[],
  starts: readonly ClaimPosition[],
  known: readonly ClaimPosition[],
): void {
  const from = known[lastAt(known, extent.first, true) + 1];
  const to = known[lastAt(known, extent.last)];
  if (extent.count === 0 || !from || !to || comparePositions(from, to) > 0) return;
  const [begin, end] = [lastAt(starts, from), lastAt(starts, to)];
  if (begin === end) add(runs[begin], extent);
  else for (const run of runs.slice(Math.max(0, begin), end + 1)) run.isCounted = false;
}

function add(run: Counting | undefined, { count, weight }: Pick<IntervalExtent, 'count' | 'weight'>): void {
  if (!run) throw new Error('a claim is before the first interval of its pair');
  run.count += count;
  run.weight += weight;
}

/** The stored intervals with removed claims subtracted. */
function withoutRemoved(stored: readonly IntervalExtent[], removed: readonly EvidenceRow[]): IntervalExtent[] {
  const extents = [...stored].sort((a, b) => comparePositions(a.first, b.first)).map((extent) => ({ ...extent }));
  const firsts = extents.map(({ first }) => first);
  for (const claim of removed) {
    const extent = extents[lastAt(firsts, claim)];
    if (!extent || comparePositions(claim, extent.last) > 0) throw new Error('a claim is in no interval of its pair');
    extent.count -= 1;
    extent.weight -= claim.weight;
  }
  return extents;
}

/**
 * Index of the last position that is not after the given one (when `before` is set: that is before it), by binary
 * search; −1 when there is none.
 */
function lastAt(positions: readonly ClaimPosition[], position: ClaimPosition, before = false): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = comparePositions(positions[middle] as ClaimPosition, position);
    if (order < 0 || (order === 0 && !before)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function ordered(positions: readonly ClaimPosition[]): ClaimPosition[] {
  const distinct = new Map(positions.map((position) => [placeKey(position), position]));
  return [...distinct.values()].sort(comparePositions);
}

function placeKey(position: ClaimPosition): string {
  return `${String(position.at)} ${claimKey(position)}`;
}
