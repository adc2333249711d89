import type { ClientBase } from 'pg';
import { stringifyExact } from '#contracts/exact-json.js';
import { groupBy } from '#contracts/group-by.js';
import type { RelationType } from '#contracts/ontology.js';
import {
  PAIRING_TYPES,
  ruleOf,
  textOfKey,
  timelineOf,
  type ResolvedClaim,
  type TimelineKey,
} from './dirty-timelines.js';
import { relationRows, statementRows, type RelationRow, type StatementRow } from './interval-rows.js';
import { loadPairingClaims, loadTimelineClaims } from './load-claims.js';
import { evaluateTimeline, type Interval, type TimelineClaim } from './timeline.js';
import {
  deleteRelations,
  deleteStatements,
  insertRelations,
  insertStatements,
  loadRelations,
  loadRelationsTouching,
  loadStatements,
} from './timeline-tables.js';

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
 * Evaluates again every timeline that one of the given claims belongs to, or belonged to before entities were
 * grouped anew, and writes the difference. Reads only those timelines.
 */
export async function projectTimelines(
  tx: ClientBase,
  scopeId: string,
  dirty: readonly ResolvedClaim[],
): Promise<ProjectedTimelines> {
  const isPairing = (r: ResolvedClaim): boolean =>
    r.isRelation && (PAIRING_TYPES as readonly string[]).includes(r.claim.predicate);
  const keys = [
    ...new Map(
      dirty
        .filter((r) => !isPairing(r))
        .map(timelineOf)
        .map((k) => [textOfKey(k), k]),
    ).values(),
  ];
  const pairs = dirty.filter(isPairing).flatMap((r) => [r.from, r.to]);
  const claims = groupBy(keys.length > 0 ? await loadTimelineClaims(tx, scopeId, keys) : [], (r) =>
    textOfKey(timelineOf(r)),
  );
  const relationKeys = keys.filter((key) => key.isRelation);
  const statementKeys = keys.filter((key) => !key.isRelation);

  const wantedRelations = relationKeys.flatMap((key) =>
    relationRows(scopeId, key.predicate as RelationType, evaluate(key, claims)),
  );
  const wantedStatements = statementKeys.flatMap((key) => statementRows(scopeId, key.predicate, evaluate(key, claims)));
  const standing = await loadRelations(tx, scopeId, relationKeys);
  const pairing = pairs.length > 0 ? await evaluatePairs(tx, scopeId, pairs) : { wanted: [], standing: [] };
  const relations = difference([...standing, ...pairing.standing], [...wantedRelations, ...pairing.wanted]);
  const statements = difference(await loadStatements(tx, scopeId, statementKeys), wantedStatements);
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

function evaluate(key: TimelineKey, claims: ReadonlyMap<string, ResolvedClaim[]>): Interval[] {
  const own = claims.get(textOfKey(key)) ?? [];
  return evaluateTimeline(own.map(timelineClaim), ruleOf(key.isRelation, key.predicate));
}

async function evaluatePairs(
  tx: ClientBase,
  scopeId: string,
  entities: readonly string[],
): Promise<{ wanted: RelationRow[]; standing: RelationRow[] }> {
  const claims = await loadPairingClaims(tx, scopeId, entities);
  const reached = new Set([...entities, ...claims.flatMap((r) => [r.from, r.to])]);
  const wanted = [...groupBy(claims, (r) => r.claim.predicate as RelationType)].flatMap(([type, own]) =>
    relationRows(scopeId, type, evaluateTimeline(own.map(timelineClaim), ruleOf(true, type))),
  );
  return { wanted, standing: await loadRelationsTouching(tx, scopeId, [...reached], PAIRING_TYPES) };
}

function timelineClaim({ claim, from, to }: ResolvedClaim): TimelineClaim {
  return {
    memoryId: claim.memoryId,
    ordinal: claim.ordinal,
    from,
    to,
    asserted: claim.asserted,
    retracts: claim.retracts,
    at: claim.eventAt,
    confidence: claim.confidence,
    kind: claim.kind,
    text: claim.text,
    value: claim.value,
  };
}

function difference<Row extends RelationRow | StatementRow>(standing: readonly Row[], wanted: readonly Row[]) {
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
