import type { ClientBase } from 'pg';
import type { NameAssigned, NameDecision } from '#contracts/events.js';
import { loadThresholds } from '../claim-thresholds.js';
import { NO_CHANGES, refreshReadModels, type GraphChanges } from './read-models/refresh-read-models.js';

interface DecisionRow {
  readonly entityId: string;
  readonly decision: NameDecision;
  readonly into: string | null;
  readonly decidedAt: bigint;
}

/**
 * Projects operators' decisions about names into the graph of a scope: of several decisions on a name the latest holds.
 * Idempotent and independent of the order of calls. The caller holds the scope's lock in this transaction
 * (`lockScope`).
 */
export async function projectDecisions(
  tx: ClientBase,
  scopeId: string,
  events: readonly NameAssigned[],
): Promise<GraphChanges> {
  if (events.length === 0) return NO_CHANGES;
  const thresholds = await loadThresholds(tx);
  const before = new Map((await loadDecisions(tx, scopeId, events)).map((row) => [row.entityId, row]));
  const latest = new Map(before);
  for (const row of events.map(decisionRow)) {
    const other = latest.get(row.entityId);
    if (!other || isLater(row, other)) latest.set(row.entityId, row);
  }
  const changed = [...latest.values()].filter((row) => row !== before.get(row.entityId));
  if (changed.length === 0) return NO_CHANGES;
  await writeDecisions(tx, scopeId, changed);
  const others = changed.flatMap((row) => [row.into ?? [], before.get(row.entityId)?.into ?? []]).flat();
  const touched = [...new Set([...changed.map((row) => row.entityId), ...others])];
  return refreshReadModels(tx, scopeId, { touched, gone: [], named: [], claims: [], thresholds });
}

function decisionRow(event: NameAssigned): DecisionRow {
  const { entity_id: entityId, decision, into_entity_id: into } = event;
  return { entityId, decision, into, decidedAt: BigInt(event.decided_at_unix_nanos) };
}

/** Compares by time; ties are broken by content, so that the result does not depend on order. */
function isLater(a: DecisionRow, b: DecisionRow): boolean {
  if (a.decidedAt !== b.decidedAt) return a.decidedAt > b.decidedAt;
  return `${a.decision} ${a.into ?? ''}` > `${b.decision} ${b.into ?? ''}`;
}

async function loadDecisions(tx: ClientBase, scopeId: string, events: readonly NameAssigned[]): Promise<DecisionRow[]> {
  const { rows } = await tx.query<DecisionRow>(
    `SELECT entity_id AS "entityId", decision, into_entity_id AS into, decided_at_nanos AS "decidedAt"
     FROM name_decisions WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[])`,
    [scopeId, events.map((event) => event.entity_id)],
  );
  return rows;
}

async function writeDecisions(tx: ClientBase, scopeId: string, rows: readonly DecisionRow[]): Promise<void> {
  await tx.query(
    `INSERT INTO name_decisions (scope_id, entity_id, decision, into_entity_id, decided_at_nanos)
     SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::bigint[])
     ON CONFLICT (scope_id, entity_id) DO UPDATE
       SET decision = excluded.decision, into_entity_id = excluded.into_entity_id,
           decided_at_nanos = excluded.decided_at_nanos`,
    [
      scopeId,
      rows.map((r) => r.entityId),
      rows.map((r) => r.decision),
      rows.map((r) => r.into),
      rows.map((r) => r.decidedAt),
    ],
  );
}
