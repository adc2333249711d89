import type { ClientBase } from 'pg';
import type { StoredEvent, StoredEventOf } from '#contracts/events.js';
import { groupBy } from '#contracts/group-by.js';
import { readStreams } from '#event-store/read-log.js';
import { dependentMemories, replaceDependencies } from '../projection/contributions/claim-dependencies.js';
import { readingNumberOf } from '../projection/contributions/effective-extractions.js';
import { isForgotten, recordedMemory } from '../projection/contributions/recorded-memory.js';
import { projectCorrections } from '../projection/project-corrections.js';
import { projectCreations } from '../projection/project-creations.js';
import { projectDecisions } from '../projection/project-decisions.js';
import { confirmationsOf } from '../projection/decisions/decision-rows.js';
import { FACT_EVENTS, isFactDecision, projectFacts } from '../projection/project-facts.js';
import { projectMemories } from '../projection/project-memories.js';
import { mergeChanges, NO_CHANGES, type GraphChanges } from '../projection/read-models/refresh-read-models.js';
import { indexMemories, type SearchDocument } from '#search/lexical/index-memories.js';

const STREAMS_AT_A_TIME = 200;

/**
 * Projects the events of a scope: every memory whose extraction has ended, every created or corrected entity, and every
 * decision about a name or a fact.
 * @param log session that reads the log, at one snapshot
 * @param fresh session that writes the fresh tables
 */
export async function replayScope(log: ClientBase, fresh: ClientBase, scopeId: string): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await log.query<{ stream_id: string }>(
      `SELECT DISTINCT stream_id FROM events
       WHERE scope_id = $1 AND stream_id > $2 AND type IN ('MemoryExtracted', 'MemoryExtractionFailed', 'EntityCreated', 'NameAssigned',
         'EntityCorrected', 'FactAsserted', 'FactConfirmed', 'FactRetracted')
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

/**
 * Projects the given streams (memories, created and corrected entities, decisions about names and facts) from the log;
 * returns what they changed.
 */
export async function replayStreams(
  log: ClientBase,
  fresh: ClientBase,
  scopeId: string,
  streamIds: readonly string[],
): Promise<GraphChanges> {
  const events = await readStreams(log, scopeId, streamIds, REPLAYED);
  const creations = events.filter((event): event is StoredEventOf<'EntityCreated'> => event.type === 'EntityCreated');
  const created = await projectCreations(
    fresh,
    scopeId,
    creations.map((event) => event.data),
  );
  const decisions = events.filter((event): event is StoredEventOf<'NameAssigned'> => event.type === 'NameAssigned');
  const decided = await projectDecisions(
    fresh,
    scopeId,
    decisions.map((event) => event.data),
  );
  const corrections = events.filter(
    (event): event is StoredEventOf<'EntityCorrected'> => event.type === 'EntityCorrected',
  );
  const corrected = await projectCorrections(
    fresh,
    scopeId,
    corrections.map((event) => event.data),
  );
  const byMemory = groupBy(events.filter(isOfMemory), (event) => event.streamId);
  await replaceDependencies(fresh, scopeId, byMemory);
  const projected = await projectMemories(
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
  const facts = await projectFacts(fresh, scopeId, events.filter(isFactDecision), log);
  return [decided, corrected, projected, facts].reduce(mergeChanges, created);
}

function isOfMemory({ type }: StoredEvent): boolean {
  return type.startsWith('Memory');
}

/** Projects the confirmations that depend on memories again, since these were forgotten or restored. */
export async function replayConfirmations(
  tx: ClientBase,
  scopeId: string,
  memoryIds: readonly string[],
): Promise<GraphChanges> {
  const facts = await confirmationsOf(tx, scopeId, memoryIds);
  if (facts.length === 0) return NO_CHANGES;
  const events = await readStreams(tx, scopeId, facts, FACT_EVENTS);
  return projectFacts(tx, scopeId, events.filter(isFactDecision));
}

/**
 * Projects the given streams again, together with the memories whose claims depend on them, since those claims may have
 * become valid or invalid.
 * @returns the changes, and all streams that were projected
 */
export async function replayWithDependents(
  tx: ClientBase,
  scopeId: string,
  streamIds: readonly string[],
): Promise<{ readonly changes: GraphChanges; readonly streamIds: readonly string[] }> {
  const all = [...streamIds, ...(await dependentMemories(tx, scopeId, streamIds))];
  const changes = await replayStreams(tx, tx, scopeId, all);
  return { changes: mergeChanges(changes, await replayConfirmations(tx, scopeId, streamIds)), streamIds: all };
}

const REPLAYED = [
  'MemoryEncoded',
  'MemoryRevised',
  'MemoryExtracted',
  'MemoryExtractionFailed',
  'MemoryForgotten',
  'EntityCreated',
  'NameAssigned',
  'EntityCorrected',
  'MemoryRestored',
  ...FACT_EVENTS,
] as const;

/**
 * Search document of a memory. A memory whose extraction failed is still searchable; one whose text has not been
 * extracted is not.
 */
function replayedDocument(memoryId: string, events: readonly StoredEvent[]): SearchDocument {
  const encoded = events.find((event) => event.type === 'MemoryEncoded');
  const { text, reading } = latestText(events, encoded?.data.text ?? null);
  const ended = events.some(
    ({ type, data }) =>
      (type === 'MemoryExtracted' || type === 'MemoryExtractionFailed') && readingNumberOf(data) >= reading,
  );
  return { memoryId, text: ended && !isForgotten(events) ? text : null, speaker: encoded?.data.speaker ?? null };
}

/** The text of a memory, and the reading that began with it. */
function latestText(events: readonly StoredEvent[], first: string | null): { text: string | null; reading: number } {
  let latest = { text: first, reading: 1 };
  for (const { type, data } of events)
    if (type === 'MemoryRevised' && data.text !== undefined && data.reading > latest.reading)
      latest = { text: data.text, reading: data.reading };
  return latest;
}
