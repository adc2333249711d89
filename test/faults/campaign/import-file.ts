import { randomUUID } from 'node:crypto';
import { EVENT_VERSIONS, type EventData, type EventType } from '#contracts/events.js';
import { memoryIdOfUuid, newMemoryUuid } from '#contracts/memory-id.js';
import { uuidv7 } from '#contracts/uuid-v7.js';
import { chainDigest, headerOf, lineOf, type ExportedEvent } from '#memories/transfer/export-lines.js';

/** Memories of another scope, and the events of its export. */
export interface ScopeFile {
  readonly memories: readonly { readonly id: string; readonly text: string }[];
  readonly events: readonly ExportedEvent[];
}

/** A file with a memory for each of three texts: two that are linked, and one that is softly forgotten. */
export function newScopeFile(texts: readonly [string, string, string]): ScopeFile {
  const at = Date.now();
  const created_at_unix_nanos = BigInt(at) * 1_000_000n;
  const memories = texts.map((text) => ({ id: memoryIdOfUuid(newMemoryUuid(at)), text }));
  const encoded = memories.map(({ id, text }) =>
    eventOf('MemoryEncoded', {
      ...{ memory_id: id, text, kind: 0, salience: 0.5, session: null, speaker: null, role: null, metadata: null },
      ...{ created_at_unix_nanos, occurred_at_unix_nanos: 0n },
    }),
  );
  const [source = '', target = '', forgotten = ''] = memories.map(({ id }) => id);
  const link = { source, target, kind: 'supports' as const, weight: 1, created_at_unix_nanos };
  const events = [
    ...encoded,
    eventOf('MemoryForgotten', { memory_id: forgotten, hard: false }),
    eventOf('MemoriesLinked', link),
  ];
  return { memories, events };
}

function eventOf<T extends EventType>(type: T, data: EventData[T]): ExportedEvent {
  return { event: uuidv7(), type, version: EVENT_VERSIONS[type], recorded_at: new Date().toISOString(), data };
}

/** The lines of an export with these events. */
export function linesOf(events: readonly ExportedEvent[]): string {
  const scope = { scopeId: randomUUID(), namespace: 'elsewhere', agent: 'another' };
  const lines = [lineOf(headerOf(scope, { now: new Date(), filter: null })), ...events.map(lineOf)];
  const sha256 = lines.reduce(chainDigest, '');
  return [...lines, lineOf({ engraph: 'end', events: events.length, sha256 })].map((line) => `${line}\n`).join('');
}
