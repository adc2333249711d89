import type { ClientBase } from 'pg';
import { stringifyExact } from '#contracts/exact-json.js';
import { evaluatePoints, pointsByKey } from './evaluate-points.js';
import { loadPrecedingAssertions } from './evidence-neighbours.js';
import { claimKey } from '../facts/claim-evidence.js';
import type { RelationRow, StatementRow } from './interval-rows.js';
import type { EvidenceChanges } from './project-evidence.js';
import { closedRelations, type ClosedRelations } from './shared-facts.js';
import { deleteRelations, deleteStatements, insertRelations, insertStatements } from './timeline-tables.js';

/** Ids of the rows that a projection wrote and removed. */
export interface RowChanges {
  readonly upserted: string[];
  readonly removed: string[];
}

export interface TimelineChanges {
  readonly relations: RowChanges;
  readonly statements: RowChanges;
}

/** Changes, with the entities at either end of the rows written or removed. */
export interface ProjectedTimelines extends TimelineChanges {
  readonly ends: ReadonlySet<string>;
  readonly closed: ClosedRelations;
}

/**
 * Updates the intervals to the changed evidence, and writes the differences. Consecutive claims of a pair, and the next
 * assertion in its timeline, determine where an interval begins and ends. So only the intervals around a change are
 * read, and the preceding one of each timeline, however long their history is.
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
  const relationRows = [...relations.stale, ...relations.fresh];
  const ends = [
    ...relationRows.flatMap(({ from, to }) => [from, to]),
    ...[...statements.stale, ...statements.fresh].flatMap(({ subject, objectEntity }) => [subject, objectEntity ?? []]),
  ];
  return {
    ...{ relations: relations.changes, statements: statements.changes },
    ...{ ends: new Set(ends.flat()), closed: closedRelations(relationRows) },
  };
}

/**
 * Compares stored and expected intervals around the changes. This includes intervals superseded by one that now has
 * another id, although it begins as before.
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

function diffIntervals<Row extends RelationRow | StatementRow>(stored: readonly Row[], wanted: readonly Row[]) {
  const before = new Map(stored.map((row) => [row.id, row]));
  const after = new Map(wanted.map((row) => [row.id, row]));
  const contents = new Map(stored.map((row) => [row.id, contentOf(row)]));
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

/** Canonical form that is equal for equal rows, whatever the order of their columns. */
function contentOf(row: RelationRow | StatementRow): string {
  const entries: [string, unknown][] = Object.entries(row);
  return stringifyExact(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
