import type { ClientBase } from 'pg';
import { stringifyExact } from '#contracts/exact-json.js';
import { evaluatePoints, pointsByKey } from './evaluate-points.js';
import { loadPrecedingAssertions } from './evidence-neighbours.js';
import { claimKey } from './claim-evidence.js';
import type { RelationRow, StatementRow } from './interval-rows.js';
import type { EvidenceChanges } from './project-evidence.js';
import { deleteRelations, deleteStatements, insertRelations, insertStatements } from './timeline-tables.js';

/** Ids of the rows a projection wrote and removed. */
export interface RowChanges {
  readonly upserted: string[];
  readonly removed: string[];
}

export interface TimelineChanges {
  readonly relations: RowChanges;
  readonly statements: RowChanges;
}

/** With the entities at either end of what was written or removed. */
export interface ProjectedTimelines extends TimelineChanges {
  readonly ends: ReadonlySet<string>;
}

/**
 * Brings the intervals up to the evidence that has changed, and writes the difference. Where an interval begins and ends
 * is told by the claims next to each other in its pair, and by the next assertion in its timeline. So what is read are the
 * intervals around a change, and of a timeline the one that held before it, however long their history is.
 */
export async function projectTimelines(
  tx: ClientBase,
  scopeId: string,
  changes: EvidenceChanges,
): Promise<ProjectedTimelines> {
  const { relations, statements } = await evaluateAround(tx, scopeId, changes);
  await deleteRelations(tx, scopeId, idsOf(relations.stale));
  await insertRelations(tx, scopeId, relations.fresh);
  await deleteStatements(tx, scopeId, idsOf(statements.stale));
  await insertStatements(tx, scopeId, statements.fresh);
  const ends = [
    ...[...relations.stale, ...relations.fresh].flatMap(({ from, to }) => [from, to]),
    ...[...statements.stale, ...statements.fresh].flatMap(({ subject, objectEntity }) => [subject, objectEntity ?? []]),
  ];
  return { relations: relations.changes, statements: statements.changes, ends: new Set(ends.flat()) };
}

/**
 * How the intervals around the changes differ from those that stand. What was superseded by an interval that now has
 * another id, though it begins as it did, is around them too.
 */
async function evaluateAround(tx: ClientBase, scopeId: string, changes: EvidenceChanges) {
  const moved = [...changes.removed, ...changes.added];
  const asserted = moved.filter((claim) => claim.asserted);
  const known = new Set(asserted.map(claimKey));
  const points = pointsByKey([
    ...moved,
    ...changes.restated,
    ...(await loadPrecedingAssertions(tx, scopeId, asserted)),
  ]);
  for (;;) {
    const { stored, expected, changedStarts } = await evaluatePoints(tx, scopeId, changes, [...points.values()]);
    const renamed = changedStarts.filter((claim) => !known.has(claimKey(claim)));
    const before = pointsByKey(await loadPrecedingAssertions(tx, scopeId, renamed));
    const further = [...before].filter(([key]) => !points.has(key));
    if (further.length === 0)
      return {
        relations: diffIntervals(stored.relations, expected.relations),
        statements: diffIntervals(stored.statements, expected.statements),
      };
    for (const [key, point] of further) points.set(key, point);
  }
}

function diffIntervals<Row extends RelationRow | StatementRow>(standing: readonly Row[], wanted: readonly Row[]) {
  const before = new Map(standing.map((row) => [row.id, row]));
  const after = new Map(wanted.map((row) => [row.id, row]));
  const contents = new Map(standing.map((row) => [row.id, contentOf(row)]));
  const fresh = [...after.values()].filter((row) => contents.get(row.id) !== contentOf(row));
  const removed = [...before.values()].filter((row) => !after.has(row.id));
  const replaced = fresh.flatMap((row) => before.get(row.id) ?? []);
  return {
    stale: [...removed, ...replaced],
    fresh,
    changes: { upserted: idsOf(fresh), removed: idsOf(removed) },
  };
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map((row) => row.id);
}

/** Two rows with one content are the same row, whatever the order of their columns. */
function contentOf(row: RelationRow | StatementRow): string {
  const entries: [string, unknown][] = Object.entries(row);
  return stringifyExact(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
