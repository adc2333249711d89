import type { ClientBase } from 'pg';
import type { EntityCreated } from '#contracts/events.js';
import { loadThresholds } from '../claim-thresholds.js';
import { NO_SPAN, type AliasRow } from './contributions/contribution.js';
import { applyNames, ensureEntities } from './clustering/entity-rows.js';
import { declaredRows, mergeDeclaredNames } from './contributions/declared-names.js';
import { NO_CHANGES, refreshReadModels, type GraphChanges } from './read-models/refresh-read-models.js';

/**
 * Projects entities declared by callers into the graph of a scope: their names support entities as those in memories
 * do, and their aliases are evidence as those of memories are. Idempotent and independent of the order of calls. The
 * caller holds the scope's lock in this transaction (`lockScope`).
 */
export async function projectCreations(
  tx: ClientBase,
  scopeId: string,
  creations: readonly EntityCreated[],
): Promise<GraphChanges> {
  const { entities, names, aliases } = declaredRows(scopeId, creations);
  if (names.length === 0) return NO_CHANGES;
  const thresholds = await loadThresholds(tx);
  const changed = await mergeDeclaredNames(tx, scopeId, names);
  if (changed.length === 0) return NO_CHANGES;

  const fresh = await ensureEntities(tx, scopeId, entities);
  const added = changed.filter((name) => name.isNew).map((name) => ({ ...name, start: NO_SPAN }));
  await applyNames(tx, scopeId, [], added);
  const ends = await addEvidence(tx, scopeId, aliases);
  const touched = [...new Set([...fresh, ...ends])];
  const named = changed.map((name) => name.entityId);
  return refreshReadModels(tx, scopeId, { touched, gone: [], named, claims: [], thresholds });
}

/** Inserts evidence; returns the ends of what is new. */
async function addEvidence(tx: ClientBase, scopeId: string, aliases: readonly AliasRow[]): Promise<string[]> {
  const { rows } = await tx.query<{ entity_a: string; entity_b: string }>(
    `INSERT INTO alias_claims (scope_id, memory_id, entity_a, entity_b)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[])
     ON CONFLICT DO NOTHING RETURNING entity_a, entity_b`,
    [scopeId, aliases.map((r) => r.memoryId), aliases.map((r) => r.a), aliases.map((r) => r.b)],
  );
  return rows.flatMap((row) => [row.entity_a, row.entity_b]);
}
