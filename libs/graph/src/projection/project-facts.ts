import type { ClientBase } from 'pg';
import type { StoredEvent, StoredEventOf } from '#contracts/events.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import type { Sql } from '#database/sql.js';
import { failpoint } from '#failpoints/failpoints.js';
import { loadThresholds } from '../claim-thresholds.js';
import { applyNames, deleteUnsupported, ensureEntities, type NameUse } from './clustering/entity-rows.js';
import { NO_SPAN } from './contributions/contribution.js';
import { deleteContributions, insertContributions, loadContributions } from './contributions/contribution-rows.js';
import { NO_CHANGES, refreshReadModels, type GraphChanges } from './read-models/refresh-read-models.js';
import { claimIdsOf } from '../ids.js';
import { holdsIn } from './decisions/decided-times.js';
import { loadDecisionsOf, writeDecisions, type DecisionRow } from './decisions/decision-rows.js';
import { factContribution, type FactContribution } from './facts/fact-claims.js';

/** Event by which a caller decides about a fact. */
export type FactDecision = { [T in FactEventType]: Pick<StoredEventOf<T>, 'type' | 'data'> }[FactEventType];

/** Types of these events. */
export const FACT_EVENTS = ['FactAsserted', 'FactConfirmed', 'FactRetracted'] as const;
type FactEventType = (typeof FACT_EVENTS)[number];

/** Whether an event is a caller's decision about a fact. */
export function isFactDecision(event: StoredEvent): event is StoredEventOf<FactEventType> & FactDecision {
  return FACT_EVENTS.some((type) => type === event.type);
}

const DECISIONS = { FactAsserted: 'asserted', FactConfirmed: 'confirmed', FactRetracted: 'retracted' } as const;

/**
 * Projects decisions of callers about facts into the graph of a scope. What one states contributes a claim and the
 * names at its ends, as a memory does, while it stands. Idempotent and independent of the order of calls. The caller
 * holds the scope's lock in this transaction (`lockScope`).
 * @param states session from which the states of memories are read, at the snapshot of the events
 */
export async function projectFacts(
  tx: ClientBase,
  scopeId: string,
  events: readonly FactDecision[],
  states: Sql = tx,
): Promise<GraphChanges> {
  if (events.length === 0) return NO_CHANGES;
  const thresholds = await loadThresholds(tx);
  const stored = await loadDecisionsOf(tx, scopeId, [...new Set(events.map(({ data }) => data.fact_id))]);
  const before = new Map(stored.map((row) => [row.decisionId, row]));
  const contents = contentsOf(scopeId, events);
  const latest = latestDecisions(stored, events);
  const live = await liveReadings(states, scopeId, latest);
  const rows = latest.map((row) => withStanding(row, { latest, live, before, contents }));
  const changed = rows.filter((row) => !isSame(row, before.get(row.decisionId)));
  if (changed.length === 0) return NO_CHANGES;
  await writeDecisions(tx, scopeId, changed);

  const lapsed = changed.flatMap((row) => before.get(row.decisionId) ?? []).filter((row) => row.stands);
  const ended = lapsed.filter(({ decisionId }) => !changed.some((row) => row.decisionId === decisionId && row.stands));
  const begun = changed.filter((row) => row.stands && before.get(row.decisionId)?.stands !== true);
  const endedIds = ended.map((row) => claimIdsOf(row.decisionId)).flatMap(({ begins, ends }) => [begins, ends]);
  const removed = await loadContributions(tx, scopeId, endedIds);
  await deleteContributions(tx, scopeId, endedIds);
  const added = begun.flatMap(({ decisionId }) => contents.get(decisionId) ?? []);
  const claims = added.flatMap((one) => one.claims);
  await insertContributions(tx, scopeId, { mentions: [], aliases: [], claims });
  failpoint('project.after-contributions');
  const fresh = await ensureEntities(tx, scopeId, keysOf(added));
  await applyNames(tx, scopeId, ended.flatMap(namesOf), begun.flatMap(namesOf));
  const formerEnds = ended.flatMap(namesOf).map((name) => name.entityId);
  const gone = await deleteUnsupported(tx, scopeId, formerEnds);
  return refreshReadModels(tx, scopeId, {
    touched: fresh,
    gone,
    named: [...new Set([...formerEnds, ...begun.flatMap(namesOf).map((name) => name.entityId)])],
    claims: [...removed.claims, ...claims],
    decisions: changed,
    thresholds,
  });
}

/** What each decision contributes, by its id; an erased one nothing. */
function contentsOf(scopeId: string, events: readonly FactDecision[]): Map<string, FactContribution> {
  const contents = new Map<string, FactContribution>();
  for (const { type, data } of events) {
    if (type === 'FactRetracted') continue;
    const content = factContribution(scopeId, DECISIONS[type], data);
    if (content) contents.set(data.decision_id, content);
  }
  return contents;
}

/** The latest of equal decisions, stored and new; what is stated besides the time is in the id. */
function latestDecisions(stored: readonly DecisionRow[], events: readonly FactDecision[]): DecisionRow[] {
  const latest = new Map(stored.map((row) => [row.decisionId, row]));
  for (const row of events.map(decisionRow)) {
    const other = latest.get(row.decisionId);
    if (!other || row.decidedAt > other.decidedAt) latest.set(row.decisionId, row);
  }
  return [...latest.values()];
}

function decisionRow({ type, data }: FactDecision): DecisionRow {
  const { valid_from_unix_nanos: from = 0n, valid_to_unix_nanos: to = 0n } = data;
  const memoryId = type === 'FactConfirmed' ? data.memory_id : null;
  return {
    ...{ decisionId: data.decision_id, factId: data.fact_id, decision: DECISIONS[type] },
    ...{ isRelation: data.kind === 'relation', predicate: data.predicate, subject: data.subject_id },
    ...{ object: data.object_id, valueId: data.value_id, decidedAt: BigInt(data.decided_at_unix_nanos) },
    ...{ from: BigInt(from), to: BigInt(to) },
    namedId: type === 'FactRetracted' ? data.named_id : null,
    memoryId: memoryId === null ? null : uuidOfMemoryId(memoryId),
    reading: memoryId === null || type !== 'FactConfirmed' ? null : (data.reading ?? 1),
    context: type === 'FactConfirmed' ? (data.context ?? []).flatMap((id) => uuidOfMemoryId(id) ?? []) : [],
    ...{ stands: false, subjectName: null, objectName: null },
  };
}

/** Reading of each live memory that the decisions repeat, or that these were read with. */
async function liveReadings(
  states: Sql,
  scopeId: string,
  rows: readonly DecisionRow[],
): Promise<ReadonlyMap<string, number>> {
  const ids = rows.flatMap(({ memoryId, context }) => [...(memoryId === null ? [] : [memoryId]), ...context]);
  if (ids.length === 0) return new Map();
  const { rows: live } = await states.query<{ memory_id: string; reading: number }>(
    `SELECT memory_id, reading FROM memories WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND state = 'active'`,
    [scopeId, ids],
  );
  return new Map(live.map((row) => [row.memory_id, row.reading]));
}

interface Standing {
  readonly latest: readonly DecisionRow[];
  readonly live: ReadonlyMap<string, number>;
  readonly before: ReadonlyMap<string, DecisionRow>;
  readonly contents: ReadonlyMap<string, FactContribution>;
}

/** The row with whether it stands, and then with the names that it supports. */
function withStanding(row: DecisionRow, { latest, live, before, contents }: Standing): DecisionRow {
  const stored = before.get(row.decisionId);
  const content = contents.get(row.decisionId);
  const isRetracted = latest.some(
    (other) =>
      other.factId === row.factId &&
      other.decision === 'retracted' &&
      other.decidedAt >= row.decidedAt &&
      holdsIn(other, row.from),
  );
  const isKnown = content !== undefined || stored?.stands === true;
  const isLive =
    row.memoryId === null ||
    (live.get(row.memoryId) === row.reading && row.context.every((contextId) => live.has(contextId)));
  if (row.decision === 'retracted' || isRetracted || !isKnown || !isLive)
    return { ...row, stands: false, subjectName: null, objectName: null };
  const { subjectName, objectName } = content ?? stored ?? row;
  return { ...row, stands: true, subjectName, objectName };
}

function isSame(row: DecisionRow, stored: DecisionRow | undefined): boolean {
  return stored?.decidedAt === row.decidedAt && stored.stands === row.stands;
}

function keysOf(added: readonly FactContribution[]) {
  return new Map(added.flatMap((one) => one.entities).map((key) => [key.entityId, key])).values();
}

/** Names that a standing decision supports, as references without a span. */
function namesOf({ subject, subjectName, object, objectName }: DecisionRow): NameUse[] {
  const ends: [string | null, string | null][] = [
    [subject, subjectName],
    [object, objectName],
  ];
  return ends.flatMap(([entityId, surface]) =>
    entityId === null || surface === null ? [] : { entityId, surface, start: NO_SPAN },
  );
}
