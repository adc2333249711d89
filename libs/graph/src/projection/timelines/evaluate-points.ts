import type { ClientBase } from 'pg';
import { groupBy } from '#contracts/group-by.js';
import { relationTypeOfId } from '#contracts/ontology.js';
import {
  claimsOfLinks,
  loadContinuations,
  loadAdjacentClaims,
  type TimelinePosition,
  type EvidenceLinkPair,
  type PairPosition,
} from './evidence-neighbours.js';
import { NO_VALUE } from '../contributions/contribution.js';
import { DecidedFacts, loadDecidedFacts } from '../facts/decided-facts.js';
import { claimKey, timelinesOf, type ClaimPair } from '../facts/claim-evidence.js';
import { relationRow, statementRow, type IntervalRow, type RelationRow, type StatementRow } from './interval-rows.js';
import { evolveIntervals, type IntervalExtent } from './interval-runs.js';
import { loadFacts, type PairRun } from './load-runs.js';
import type { EvidenceChanges } from './project-evidence.js';
import { loadRelationsAt, loadStatementsAt } from './timeline-tables.js';

interface IntervalRowSet {
  readonly relations: readonly RelationRow[];
  readonly statements: readonly StatementRow[];
}

/** Intervals at some points of pairs, before and after the change. */
export interface EvaluatedPoints {
  readonly stored: IntervalRowSet;
  readonly expected: IntervalRowSet;
  /** First claims of expected intervals for which no stored interval has the same id and first claim. */
  readonly changedStarts: readonly TimelinePosition[];
}

/** Computes the intervals at the given points: as stored, and as the current evidence makes them. */
export async function evaluatePoints(
  tx: ClientBase,
  scopeId: string,
  changes: EvidenceChanges,
  points: readonly PairPosition[],
): Promise<EvaluatedPoints> {
  const links = await loadAdjacentClaims(tx, scopeId, points);
  const allPoints = [...pointsByKey([...points, ...links.flatMap(claimsOfLinks)]).values()];
  const relations = await loadRelationsAt(tx, scopeId, allPoints);
  const statements = await loadStatementsAt(tx, scopeId, allPoints);
  const storedRows = [...relations, ...statements];
  const pairs = new Map([
    ...changes.pairs,
    ...storedRows.map((row): [string, ClaimPair] => [row.pairId, pairOfRow(row)]),
  ]);
  const decided = changes.isDecided
    ? await loadDecidedFacts(tx, scopeId, [...pairs.values()])
    : new DecidedFacts(scopeId);
  const continuing = withoutRetracted(await loadContinuations(tx, scopeId, links), { links, pairs, decided });
  const runs = runsOfPairs(pairs, { changes, links, storedRows, continuing });

  const rows = (await loadFacts(tx, scopeId, runs, decided)).map((facts, i) => ({
    pair: (runs[i] as PairRun).pair,
    facts,
  }));
  const expected = {
    relations: rows.filter((r) => r.pair.isRelation).map((r) => relationRow(scopeId, r.pair, r.facts)),
    statements: rows.filter((r) => !r.pair.isRelation).map((r) => statementRow(scopeId, r.pair, r.facts)),
  };
  const named = new Set(storedRows.map(beginningOf));
  const fresh = [...expected.relations, ...expected.statements].filter((row) => !named.has(beginningOf(row)));
  const changedStarts = fresh.map((row) => ({
    ...extentOf(row).first,
    timelines: timelinesOf(scopeId, pairOfRow(row)),
  }));
  return { stored: { relations, statements }, expected, changedStarts };
}

/** The claims that continue an interval which no caller ended in between by a retraction. */
function withoutRetracted(
  continuing: ReadonlySet<string>,
  of: {
    readonly links: readonly EvidenceLinkPair[];
    readonly pairs: ReadonlyMap<string, ClaimPair>;
    readonly decided: DecidedFacts;
  },
): Set<string> {
  const left = new Set(continuing);
  for (const { before, claim } of of.links) {
    const pair = claim && of.pairs.get(claim.pairId);
    const end = before && pair ? of.decided.retractedAfter(pair, before.at) : null;
    if (claim && end !== null && (claim.asserted ? end <= claim.at : end < claim.at)) left.delete(claimKey(claim));
  }
  return left;
}

/** Removes duplicate points. */
export function pointsByKey<P extends PairPosition>(points: readonly P[]): Map<string, P> {
  return new Map(points.map((point) => [`${point.pairId} ${String(point.at)} ${claimKey(point)}`, point]));
}

interface PairNeighbourhood {
  readonly changes: EvidenceChanges;
  readonly links: readonly EvidenceLinkPair[];
  readonly storedRows: readonly (RelationRow | StatementRow)[];
  readonly continuing: ReadonlySet<string>;
}

function runsOfPairs(
  pairs: ReadonlyMap<string, ClaimPair>,
  { changes, links, storedRows, continuing: continuations }: PairNeighbourhood,
): PairRun[] {
  const rows = groupBy(storedRows, (row) => row.pairId);
  const removed = groupBy(changes.removed, (claim) => claim.pairId);
  const added = groupBy(changes.added, (claim) => claim.pairId);
  const linked = groupBy(links, (link) => claimsOfLinks(link)[0]?.pairId ?? '');
  return [...pairs].flatMap(([pairId, pair]) => {
    if (pair.to === NO_VALUE) return [];
    const found = evolveIntervals({
      stored: (rows.get(pairId) ?? []).map(extentOf),
      removed: removed.get(pairId) ?? [],
      added: added.get(pairId) ?? [],
      links: linked.get(pairId) ?? [],
      continuations,
    });
    return found.map((run) => ({ pair, run }));
  });
}

function extentOf(row: IntervalRow): IntervalExtent {
  return {
    first: { at: row.firstAt, memoryId: row.firstMemory, ordinal: row.firstOrdinal },
    last: { at: row.lastAt, memoryId: row.lastMemory, ordinal: row.lastOrdinal },
    count: row.mentionCount,
    weight: row.weight,
  };
}

/** Key of an interval by its id and first claim. */
function beginningOf({ id, firstMemory, firstOrdinal }: IntervalRow): string {
  return `${id} ${claimKey({ memoryId: firstMemory, ordinal: firstOrdinal })}`;
}

function pairOfRow(row: RelationRow | StatementRow): ClaimPair {
  const { pairId } = row;
  if ('typeId' in row)
    return { pairId, isRelation: true, predicate: relationTypeOfId(row.typeId), from: row.from, to: row.to };
  return { pairId, isRelation: false, predicate: row.predicate, from: row.subject, to: row.valueKey };
}
