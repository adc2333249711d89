import { isDeepStrictEqual } from 'node:util';
import type { ClientBase } from 'pg';
import type { EventType, MemoryExtracted } from '#contracts/events.js';
import { uuidOfMemoryId } from '#contracts/memory-id.js';
import { readStreams } from '#event-store/read-log.js';
import { isSameExtraction } from './same-observations.js';
import { isFactEvent, memoriesOfFact } from './import-facts.js';
import { ImportConflict, InvalidImportLine } from './import-errors.js';
import type { ImportedEvent } from './import-lines.js';

/** The events of a batch that the scope does not have, in their order, and how many were left out. */
export interface FreshEvents {
  readonly fresh: readonly ImportedEvent[];
  readonly known: number;
  readonly skipped: number;
}

type MemoryState = 'active' | 'forgotten' | 'erased';

/** What the scope has of a batch; memories and events of the batch are added as they are chosen. */
interface Present {
  readonly events: Map<string, Pick<ImportedEvent, 'type' | 'data' | 'streamId'>>;
  readonly memories: Map<string, MemoryState>;
  /** Data of MemoryEncoded of the memories that the scope has. */
  readonly encoded: ReadonlyMap<string, unknown>;
  readonly hasForeignIds: boolean;
}

/**
 * Chooses the events of a batch that are new to the scope. An event is known by its id, and a memory by its content, so
 * that a file can be imported again. What it says of memories that the scope has erased is skipped.
 * @throws InvalidImportLine for an event about a memory that the scope does not have
 * @throws ImportConflict for an id that stands for something else in the scope
 */
export async function chooseFresh(
  tx: ClientBase,
  scopeId: string,
  events: readonly ImportedEvent[],
  hasForeignIds = false,
): Promise<FreshEvents> {
  const present = { ...(await loadPresent(tx, scopeId, events)), hasForeignIds };
  const choices = events.map((event) => ({ event, choice: choose(event, present) }));
  const count = (wanted: Choice): number => choices.filter(({ choice }) => choice === wanted).length;
  const fresh = choices.filter(({ choice }) => choice === 'fresh').map(({ event }) => event);
  return { fresh, known: count('known'), skipped: count('skipped') };
}

type Choice = 'fresh' | 'known' | 'skipped';

function choose(event: ImportedEvent, present: Present): Choice {
  const states = memoriesOf(event).map((id) => present.memories.get(id));
  if (states.includes('erased') && tellsMemory(event)) return 'skipped';
  const stored = present.events.get(event.eventId);
  if (stored) {
    const isKnown = present.hasForeignIds || isSame(event, stored.type, stored.data);
    if (stored.streamId === event.streamId && isKnown) return 'known';
    throw new ImportConflict(event.line, 'the scope has an event with this id and other content');
  }
  if (event.type === 'MemoryEncoded') return chooseMemory(event, present);
  if (states.includes(undefined))
    throw new InvalidImportLine(event.line, 'neither the scope nor a line before has such a memory');
  if (event.type === 'MemoryForgotten' && event.data.hard) present.memories.set(event.streamId, 'erased');
  return add(event, present);
}

/** Whether an event holds what a memory said. */
function tellsMemory({ type, data }: ImportedEvent): boolean {
  if (type === 'MemoryEncoded') return data.text !== null;
  if (type === 'MemoryRevised') return Boolean(data.text ?? data.metadata ?? data.tags);
  if (type === 'FactConfirmed') return data.subject !== null;
  return type === 'MemoryExtracted' && data.observations !== null;
}

function chooseMemory(event: ImportedEvent & { readonly type: 'MemoryEncoded' }, present: Present): Choice {
  if (present.memories.has(event.streamId)) {
    if (isSame(event, 'MemoryEncoded', present.encoded.get(event.streamId))) return 'known';
    throw new ImportConflict(event.line, 'the scope has a memory with this id and other content');
  }
  present.memories.set(event.streamId, event.data.text === null ? 'erased' : 'active');
  return add(event, present);
}

function add(event: ImportedEvent, present: Present): 'fresh' {
  present.events.set(event.eventId, event);
  return 'fresh';
}

/** UUIDs of the memories that an event is about. */
function memoriesOf(event: ImportedEvent): string[] {
  if (isFactEvent(event)) return memoriesOfFact(event).flatMap((id) => uuidOfMemoryId(id) ?? []);
  const { type, data, streamId } = event;
  if (type === 'MemoriesLinked' || type === 'MemoriesUnlinked')
    return [uuidOfMemoryId(data.source), uuidOfMemoryId(data.target)].flatMap((id) => id ?? []);
  return type.startsWith('Memory') ? [streamId] : [];
}

/** Whether an event is the stored one, but for what an erasure on either side took from it. */
function isSame({ type, data }: ImportedEvent, storedType: EventType, stored: unknown): boolean {
  if (type !== storedType) return false;
  const known = stored as Readonly<Record<string, unknown>>;
  if (type === 'MemoryRevised') return data.version === known['version'] && data.reading === known['reading'];
  if (type === 'MemoryExtracted') return isSameExtraction(data, stored as MemoryExtracted);
  const erasable = ERASABLE[type];
  const isErased = erasable !== undefined && [data, known].some((one) => Reflect.get(one, erasable) === null);
  return isErased || isDeepStrictEqual(data, stored);
}

/** Field that an erasure sets to null. */
const ERASABLE: { readonly [T in EventType]?: string } = {
  MemoryEncoded: 'text',
  FactConfirmed: 'subject',
  EntityCreated: 'canonical_name',
  EntityCorrected: 'canonical_name',
};

async function loadPresent(
  tx: ClientBase,
  scopeId: string,
  events: readonly ImportedEvent[],
): Promise<Omit<Present, 'hasForeignIds'>> {
  const { rows: stored } = await tx.query<{ event_id: string; type: EventType; streamId: string; data: never }>(
    `SELECT event_id, type, stream_id AS "streamId", data FROM events
     WHERE scope_id = $1 AND stream_id = ANY ($2::uuid[]) AND event_id = ANY ($3::uuid[])`,
    [scopeId, [...new Set(events.map((e) => e.streamId))], events.map((e) => e.eventId)],
  );
  const { rows: memories } = await tx.query<{ memory_id: string; state: MemoryState }>(
    `SELECT memory_id, CASE WHEN erased THEN 'erased' ELSE state END AS state
     FROM memories WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])`,
    [scopeId, [...new Set(events.flatMap(memoriesOf))]],
  );
  const known = new Set(memories.map(({ memory_id }) => memory_id));
  const again = events.filter(({ type, streamId }) => type === 'MemoryEncoded' && known.has(streamId));
  const encoded = await readStreams(tx, scopeId, [...new Set(again.map((e) => e.streamId))], ['MemoryEncoded']);
  return {
    events: new Map(stored.map(({ event_id, ...event }) => [event_id, event])),
    memories: new Map(memories.map(({ memory_id, state }) => [memory_id, state])),
    encoded: new Map(encoded.map((event) => [event.streamId, event.data])),
  };
}
