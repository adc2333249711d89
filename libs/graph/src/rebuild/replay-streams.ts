import type { ClientBase } from 'pg';
import type { StoredEvent, StoredEventOf } from '#contracts/events.js';
import { groupBy } from '#contracts/group-by.js';
import { readStreams } from '#event-store/read-log.js';
import { dependentMemories, replaceDependencies } from '../projection/contributions/claim-dependencies.js';
import { isForgotten, recordedMemory } from '../projection/contributions/recorded-memory.js';
import { projectCreations } from '../projection/project-creations.js';
import { projectDecisions } from '../projection/project-decisions.js';
import { projectMemories } from '../projection/project-memories.js';
import type { GraphChanges } from '../projection/read-models/refresh-read-models.js';
import { indexMemories, type SearchDocument } from '#search/lexical/index-memories.js';

const STREAMS_AT_A_TIME = 200;

/**
 * Projects every live memory of a scope from its events, once its extraction has come to an end, every entity that was
 * made, and what was decided of names.
 * @param log session that reads the log, at one snapshot
 * @param fresh session that writes the fresh tables
 */
export async function replayScope(log: ClientBase, fresh: ClientBase, scopeId: string): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await log.query<{ stream_id: string }>(
      `SELECT DISTINCT stream_id FROM events
       WHERE scope_id = $1 AND stream_id > $2 AND type IN ('MemoryExtracted', 'MemoryExtractionFailed', 'EntityCreated', 'NameAssigned')
       ORDER BY stream_id LIMIT $3`,
      [scopeId, after, STREAMS_AT_A_TIME],
    );
    const last = rows.at(-1);
    if (!last) return;
    await replayStreams(
      log,
      fresh,
      scopeId,
      rows.map((row) => row.stream_id),
    );
    after = last.stream_id;
  }
}

/** Projects the given memories and created entities as the log tells them, and says what the memories changed. */
export async function replayStreams(
  log: ClientBase,
  fresh: ClientBase,
  scopeId: string,
  streamIds: readonly string[],
): Promise<GraphChanges> {
  const events = await readStreams(log, scopeId, streamIds, REPLAYED);
  const creations = events.filter((event): event is StoredEventOf<'EntityCreated'> => event.type === 'EntityCreated');
  await projectCreations(
    fresh,
    scopeId,
    creations.map((event) => event.data),
  );
  const decisions = events.filter((event): event is StoredEventOf<'NameAssigned'> => event.type === 'NameAssigned');
  await projectDecisions(
    fresh,
    scopeId,
    decisions.map((event) => event.data),
  );
  const ofMemories = events.filter((event) => event.type !== 'EntityCreated' && event.type !== 'NameAssigned');
  const byMemory = groupBy(ofMemories, (event) => event.streamId);
  await replaceDependencies(fresh, scopeId, byMemory);
  const changes = await projectMemories(
    fresh,
    scopeId,
    [...byMemory].map(([memoryId, own]) => recordedMemory(memoryId, own)),
    log,
  );
  await indexMemories(
    fresh,
    scopeId,
    [...byMemory].map(([memoryId, own]) => replayedDocument(memoryId, own)),
  );
  return changes;
}

/**
 * Projects the given streams again, and with them the memories whose claims lean on one of these: whether those hold may
 * be what has changed. Returns the changes, and all the memories and entities that were projected.
 */
export async function replayWithDependents(
  tx: ClientBase,
  scopeId: string,
  streamIds: readonly string[],
): Promise<{ readonly changes: GraphChanges; readonly streamIds: readonly string[] }> {
  const all = [...streamIds, ...(await dependentMemories(tx, scopeId, streamIds))];
  return { changes: await replayStreams(tx, tx, scopeId, all), streamIds: all };
}

const REPLAYED = [
  'MemoryEncoded',
  'MemoryExtracted',
  'MemoryExtractionFailed',
  'MemoryForgotten',
  'EntityCreated',
  'NameAssigned',
  'MemoryRestored',
] as const;

/**
 * What the index holds of it: a memory whose extraction failed is found by its words all the same, one whose extraction
 * is yet to end is not.
 */
function replayedDocument(memoryId: string, events: readonly StoredEvent[]): SearchDocument {
  const ended = events.some(({ type }) => type === 'MemoryExtracted' || type === 'MemoryExtractionFailed');
  const encoded = events.find((event) => event.type === 'MemoryEncoded');
  const text = ended && !isForgotten(events) ? (encoded?.data.text ?? null) : null;
  return { memoryId, text, speaker: encoded?.data.speaker ?? null };
}
