import type { ClientBase } from 'pg';
import type { StoredEvent } from '#contracts/events.js';
import { memoryIdOfUuid, uuidOfMemoryId } from '#contracts/memory-id.js';
import { mergeObservations } from '#contracts/merge-observations.js';
import type { Observations, Polarity, ReadInContext } from '#contracts/observations.js';
import type { Sql } from '#database/sql.js';
import { readStreams } from '#event-store/read-log.js';
import { confirmationsOf } from '../decisions/decision-rows.js';
import { extractionsOf } from './effective-extractions.js';

/** A memory and the observations of it. */
export interface ObservedMemory {
  readonly memoryId: string;
  readonly observations: Observations;
}

/** UUIDs of the memories that claims among the observations depend on. */
export function dependenciesOf({ relations, statements }: Observations): string[] {
  const ids = new Set([...relations, ...statements].flatMap(({ context = [] }) => context));
  return [...ids].flatMap((id) => uuidOfMemoryId(id) ?? []);
}

/** The observations of each memory that count: a claim counts while all memories it depends on are active. */
export async function dropUnsupportedClaims(
  sql: Sql,
  scopeId: string,
  memories: readonly ObservedMemory[],
): Promise<Map<string, Observations>> {
  const kept = await supportedClaims(sql, scopeId, memories);
  return new Map([...kept].map(([memoryId, observations]) => [memoryId, stripDependencies(observations)]));
}

/** The observations of each memory without claims that depend on one that is not active; they keep their contexts. */
export async function supportedClaims(
  sql: Sql,
  scopeId: string,
  memories: readonly ObservedMemory[],
): Promise<Map<string, Observations>> {
  return filterByDependencies(sql, scopeId, memories, "state = 'active'");
}

/** The observations without claims that depend on an erased memory, or on one that the scope never had. */
export async function dropErasedDependencies(
  sql: Sql,
  scopeId: string,
  memories: readonly ObservedMemory[],
): Promise<Map<string, Observations>> {
  return filterByDependencies(sql, scopeId, memories, 'NOT erased');
}

/** Records the dependencies of claims, in addition to those already recorded for these memories. */
export async function addDependencies(
  tx: ClientBase,
  scopeId: string,
  memories: readonly ObservedMemory[],
): Promise<void> {
  const rows = memories.flatMap(({ memoryId, observations }) =>
    dependenciesOf(observations).map((contextId) => ({ contextId, memoryId })),
  );
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO claim_dependencies (scope_id, depends_on_id, memory_id)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[]) ON CONFLICT DO NOTHING`,
    [scopeId, rows.map((row) => row.contextId), rows.map((row) => row.memoryId)],
  );
}

/** Records the dependencies of all claims in each memory's events again, whether or not the memory is forgotten. */
export async function replaceDependencies(
  tx: ClientBase,
  scopeId: string,
  memories: ReadonlyMap<string, readonly StoredEvent[]>,
): Promise<void> {
  await tx.query('DELETE FROM claim_dependencies WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])', [
    scopeId,
    [...memories.keys()],
  ]);
  const runs = [...memories].flatMap(([memoryId, events]) =>
    // Superseded extractions count as well: they are in the log, and may depend on a memory that is erased later.
    extractionsOf(events).flatMap(({ observations }) => (observations ? [{ memoryId, observations }] : [])),
  );
  await addDependencies(tx, scopeId, runs);
}

/** Memories, other than the given ones, with claims that depend on any of the given ones. */
export async function dependentMemories(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ memory_id: string }>(
    `SELECT DISTINCT memory_id FROM claim_dependencies
     WHERE scope_id = $1 AND depends_on_id = ANY ($2::uuid[]) AND memory_id <> ALL ($2::uuid[]) ORDER BY 1`,
    [scopeId, memoryIds],
  );
  return rows.map((row) => row.memory_id);
}

/**
 * Irreversibly removes the text of an erased memory from its events, claims that depend on it from other memories'
 * events, and callers' confirmations of either from theirs.
 */
export async function redactDependentEvents(tx: ClientBase, scopeId: string, contextId: string): Promise<void> {
  const dependents = await dependentMemories(tx, scopeId, [contextId]);
  const publicId = memoryIdOfUuid(contextId);
  // The owner's session has no scope set, and the function redacts within one scope only.
  await tx.query(`SELECT set_config('engraph.scope', $1, true)`, [scopeId]);
  await tx.query('SELECT redact_events($1, $2, $3, $4)', [scopeId, contextId, dependents, publicId]);
  const facts = await confirmationsOf(tx, scopeId, [contextId]);
  if (facts.length > 0)
    await tx.query('SELECT redact_confirmations($1, $2, $3, $4)', [scopeId, contextId, facts, publicId]);
  const events = await readStreams(tx, scopeId, dependents, ['MemoryExtracted']);
  const left = new Map<string, StoredEvent[]>([contextId, ...dependents].map((id) => [id, []]));
  for (const event of events) left.get(event.streamId)?.push(event);
  await replaceDependencies(tx, scopeId, left);
}

async function filterByDependencies(
  sql: Sql,
  scopeId: string,
  memories: readonly ObservedMemory[],
  condition: "state = 'active'" | 'NOT erased',
): Promise<Map<string, Observations>> {
  const wanted = new Set(memories.flatMap(({ observations }) => dependenciesOf(observations)));
  const existing = wanted.size === 0 ? [] : await existingMemories(sql, scopeId, [...wanted], condition);
  const kept = new Set(existing.map(memoryIdOfUuid));
  const holds = ({ context = [] }: ReadInContext): boolean => context.every((id) => kept.has(id));
  return new Map(
    memories.map(({ memoryId, observations }) => {
      const { relations, statements } = observations;
      return [memoryId, { ...observations, relations: relations.filter(holds), statements: statements.filter(holds) }];
    }),
  );
}

async function existingMemories(
  sql: Sql,
  scopeId: string,
  ids: readonly string[],
  condition: string,
): Promise<string[]> {
  const { rows } = await sql.query<{ memory_id: string }>(
    `SELECT memory_id FROM memories WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[]) AND ${condition}`,
    [scopeId, ids],
  );
  return rows.map((row) => row.memory_id);
}

/**
 * Merges extractions of a claim that differ only in the messages they were read with. A retraction keeps its
 * dependencies.
 */
function stripDependencies(observations: Observations): Observations {
  const { relations, statements } = observations;
  if (![...relations, ...statements].some(({ context }) => context)) return observations;
  const bare = <T extends ReadInContext & { polarity: Polarity }>(claim: T): T =>
    claim.polarity === 'retracted' ? claim : { ...claim, context: [] };
  return mergeObservations([{ ...observations, relations: relations.map(bare), statements: statements.map(bare) }]);
}
