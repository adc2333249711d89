import type { ClientBase } from 'pg';
import type { EntityCorrected } from '#contracts/events.js';
import { entityTypeOfId } from '#contracts/ontology.js';
import { entityKeyOf } from '#entity-resolution/entity-key.js';
import { loadThresholds } from '../claim-thresholds.js';
import { projectCreations } from './project-creations.js';
import { mergeChanges, NO_CHANGES, refreshReadModels, type GraphChanges } from './read-models/refresh-read-models.js';

/** The latest correction of an entity row: a row of `entity_corrections`. */
interface CorrectionRow {
  readonly entityId: string;
  readonly namedId: string;
  readonly surface: string;
  readonly decidedAt: bigint;
}

/**
 * Projects corrections of entities by callers into the graph of a scope: the new name supports its row as a declared
 * one does, and the corrected rows belong to it; of several corrections of a row the latest holds. Erased ones say
 * nothing. Idempotent and independent of the order of calls. The caller holds the scope's lock in this transaction
 * (`lockScope`).
 */
export async function projectCorrections(
  tx: ClientBase,
  scopeId: string,
  events: readonly EntityCorrected[],
): Promise<GraphChanges> {
  const rows = latestOf(events.flatMap((event) => correctionRows(scopeId, event)));
  if (rows.length === 0) return NO_CHANGES;
  const declared = await projectCreations(tx, scopeId, events.map(declarationOf));
  const thresholds = await loadThresholds(tx);
  const changed = await writeCorrections(tx, scopeId, rows);
  if (changed.length === 0) return declared;
  const named = [...new Set(changed.flatMap((row) => [row.namedId, row.formerId ?? row.namedId]))];
  const touched = [...new Set([...changed.map((row) => row.entityId), ...named])];
  const corrected = await refreshReadModels(tx, scopeId, { touched, named, gone: [], claims: [], thresholds });
  return mergeChanges(declared, corrected);
}

function correctionRows(scopeId: string, event: EntityCorrected): CorrectionRow[] {
  const { entity_ids, entity_type_id, canonical_name: surface, decided_at_unix_nanos } = event;
  if (surface === null) return [];
  const namedId = entityKeyOf(scopeId, entityTypeOfId(entity_type_id), surface).entityId;
  return entity_ids.map((entityId) => ({ entityId, namedId, surface, decidedAt: BigInt(decided_at_unix_nanos) }));
}

/** The name is declared like that of an entity which a caller creates, so that no forget removes it. */
function declarationOf({ named_id, entity_type_id, canonical_name, decided_at_unix_nanos }: EntityCorrected) {
  return {
    ...{ entity_id: named_id, entity_type_id, canonical_name, aliases: [], was_known: false },
    created_at_unix_nanos: decided_at_unix_nanos,
  };
}

function latestOf(rows: readonly CorrectionRow[]): CorrectionRow[] {
  const latest = new Map<string, CorrectionRow>();
  for (const row of rows) {
    const other = latest.get(row.entityId);
    if (!other || isLater(row, other)) latest.set(row.entityId, row);
  }
  return [...latest.values()].sort((a, b) => (a.entityId < b.entityId ? -1 : 1));
}

/** Compares by time; ties are broken by content, so that the result does not depend on order. */
function isLater(a: CorrectionRow, b: CorrectionRow): boolean {
  if (a.decidedAt !== b.decidedAt) return a.decidedAt > b.decidedAt;
  return a.namedId === b.namedId ? a.surface > b.surface : a.namedId > b.namedId;
}

/** Writes the rows that are later than the stored ones; returns these, with the row that named the entity before. */
async function writeCorrections(
  tx: ClientBase,
  scopeId: string,
  rows: readonly CorrectionRow[],
): Promise<(CorrectionRow & { readonly formerId: string | null })[]> {
  const { rows: stored } = await tx.query<CorrectionRow>(
    `SELECT entity_id AS "entityId", named_id AS "namedId", surface, decided_at_nanos AS "decidedAt"
     FROM entity_corrections WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[])`,
    [scopeId, rows.map((row) => row.entityId)],
  );
  const before = new Map(stored.map((row) => [row.entityId, row]));
  const changed = rows.filter((row) => {
    const other = before.get(row.entityId);
    return !other || isLater(row, other);
  });
  await tx.query(
    `INSERT INTO entity_corrections (scope_id, entity_id, named_id, surface, decided_at_nanos)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[])
     ON CONFLICT (scope_id, entity_id) DO UPDATE
       SET named_id = excluded.named_id, surface = excluded.surface, decided_at_nanos = excluded.decided_at_nanos`,
    [
      ...[scopeId, changed.map((row) => row.entityId), changed.map((row) => row.namedId)],
      ...[changed.map((row) => row.surface), changed.map((row) => row.decidedAt)],
    ],
  );
  return changed.map((row) => ({ ...row, formerId: before.get(row.entityId)?.namedId ?? null }));
}
