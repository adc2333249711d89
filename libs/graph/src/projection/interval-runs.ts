import { claimKey, comparePositions, type Evidence, type Position } from './evidence.js';
import { claimsOf, type Link } from './evidence-neighbours.js';

/** A stretch of the claims of one pair. */
export interface Extent {
  readonly first: Position;
  readonly last: Position;
  readonly count: number;
  readonly weight: bigint;
}

/** The claims of an interval; where `isCounted` is false, how many there are and their weight is not known. */
export interface Run extends Extent {
  readonly isCounted: boolean;
}

/** What has changed around some points of one pair. */
export interface PairChanges {
  /** The intervals that hold the points, and the claims next to them, as they stand. */
  readonly standing: readonly Extent[];
  readonly removed: readonly Evidence[];
  readonly added: readonly Evidence[];
  /** The claims at and next to the points, with what each follows now. */
  readonly links: readonly Link[];
  /** Keys of those that go on with what the one before says. */
  readonly continuing: ReadonlySet<string>;
}

/**
 * The intervals of a pair that the standing ones have become. Where one begins depends on a claim and the one before it
 * alone (`loadContinuing`), so that away from the points all beginnings stay. What an interval counts is carried over,
 * unless it has come apart.
 */
export function runsOf({ standing, removed, added, links, continuing }: PairChanges): Run[] {
  const present = new Set(added.map(placeKey));
  const gone = new Set(removed.map(placeKey).filter((key) => !present.has(key)));
  const isThere = (position: Position): boolean => !gone.has(placeKey(position));
  const following = links.flatMap(({ claim }) => claim ?? []);
  const judged = new Set(following.map(placeKey));
  const starts = ordered([
    ...standing.map(({ first }) => first).filter((first) => isThere(first) && !judged.has(placeKey(first))),
    ...following.filter((claim) => !continuing.has(claimKey(claim))),
  ]);
  const known = ordered([
    ...standing.flatMap(({ first, last }) => [first, last]).filter(isThere),
    ...links.flatMap(claimsOf),
  ]);
  const runs = starts.map((first, i) => {
    const next = starts[i + 1];
    const last = known[next ? lastAt(known, next, true) : known.length - 1] ?? first;
    return { first, last, count: 0, weight: 0n, isCounted: true };
  });
  for (const extent of left(standing, removed)) carryOver(extent, runs, starts, known);
  for (const claim of added) add(runs[lastAt(starts, claim)], { count: 1, weight: claim.weight });
  return runs;
}

type Counting = { -readonly [K in keyof Run]: Run[K] };

/** Counts what is left of a standing interval in the run that holds it, or gives up counting the runs that share it. */
function carryOver(
  extent: Extent,
  runs: readonly Counting[],
  starts: readonly Position[],
  known: readonly Position[],
): void {
  const from = known[lastAt(known, extent.first, true) + 1];
  const to = known[lastAt(known, extent.last)];
  if (extent.count === 0 || !from || !to || comparePositions(from, to) > 0) return;
  const [begin, end] = [lastAt(starts, from), lastAt(starts, to)];
  if (begin === end) add(runs[begin], extent);
  else for (const run of runs.slice(Math.max(0, begin), end + 1)) run.isCounted = false;
}

function add(run: Counting | undefined, { count, weight }: Pick<Extent, 'count' | 'weight'>): void {
  if (!run) throw new Error('a claim lies before the first interval of its pair');
  run.count += count;
  run.weight += weight;
}

/** The standing intervals without the claims that were removed. */
function left(standing: readonly Extent[], removed: readonly Evidence[]): Extent[] {
  const extents = [...standing].sort((a, b) => comparePositions(a.first, b.first)).map((extent) => ({ ...extent }));
  const firsts = extents.map(({ first }) => first);
  for (const claim of removed) {
    const extent = extents[lastAt(firsts, claim)];
    if (!extent || comparePositions(claim, extent.last) > 0) throw new Error('a claim lay in no interval of its pair');
    extent.count -= 1;
    extent.weight -= claim.weight;
  }
  return extents;
}

/** Index of the last of the positions that is not after the given one (or before it, where `before`); −1 where none is. */
function lastAt(positions: readonly Position[], position: Position, before = false): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = comparePositions(positions[middle] as Position, position);
    if (order < 0 || (order === 0 && !before)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function ordered(positions: readonly Position[]): Position[] {
  const distinct = new Map(positions.map((position) => [placeKey(position), position]));
  return [...distinct.values()].sort(comparePositions);
}

function placeKey(position: Position): string {
  return `${String(position.at)} ${claimKey(position)}`;
}
