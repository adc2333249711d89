import { createHash } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import { msOfNanos, nanosOfDate } from '#contracts/clock.js';
import type { MemoryEncoded } from '#contracts/events.js';
import { memoryIdOfUuid } from '#contracts/memory-id.js';
import { salienceOf } from '#memories/encode/salience.js';
import { chainDigest, EXPORT_VERSION, lineOf, type ExportedEvent } from '#memories/transfer/export-lines.js';
import type { SourceFile, SourceMemory } from './sources/source-memory.js';

interface SourceContext {
  readonly scopeId: string;
  /** Name of the system. */
  readonly from: string;
  readonly now: Date;
}

/**
 * Writes what another system has as lines of an export: its memories, and the links between the turns of its
 * conversations. Ids follow from the ids there, so that importing again stores nothing twice.
 */
export function linesOfSource(
  { memories, leftOut }: SourceFile,
  context: SourceContext,
): { readonly lines: string; readonly leftOut: SourceFile['leftOut'] } {
  const turns = new Map<string, number>();
  const events = memories.map((memory, place) => {
    const turn = turns.get(memory.conversation ?? '') ?? 0;
    turns.set(memory.conversation ?? '', turn + 1);
    return encodedEvent(memory, { place, turn: memory.conversation ? turn : 0 }, context);
  });
  const head = { namespace: '', agent: '', scope_id: context.scopeId, exported_at: context.now.toISOString() };
  const lines = [
    { engraph: 'export' as const, version: EXPORT_VERSION, ...head },
    ...events,
    ...links(memories, events, context),
  ];
  const texts = lines.map(lineOf);
  const sha256 = texts.reduce((digest, line) => chainDigest(digest, line), '');
  return { lines: [...texts, lineOf({ engraph: 'end', events: lines.length - 1, sha256 })].join('\n'), leftOut };
}

type EncodedEvent = ExportedEvent & { readonly data: MemoryEncoded };

function encodedEvent(
  memory: SourceMemory,
  order: { readonly place: number; readonly turn: number },
  context: SourceContext,
): EncodedEvent {
  const { text, speaker, role, genre, kind, metadata, tags, atNanos } = memory;
  const key = `${context.from}\0${memory.id}`;
  const data: MemoryEncoded = {
    memory_id: memoryIdOfUuid(memoryUuidOf(key, atNanos, order)),
    ...{ text, kind: kind ?? 0, salience: salienceOf(text), session: sessionOf(memory) },
    ...{ speaker: speaker ?? null, role: role ?? null, metadata: metadata ?? null },
    ...(genre && { genre }),
    ...(tags && tags.length > 0 && { tags }),
    created_at_unix_nanos: atNanos ?? nanosOfDate(context.now),
    occurred_at_unix_nanos: atNanos ?? 0,
  };
  return eventOf('MemoryEncoded', key, data, context);
}

function eventOf<D>(type: ExportedEvent['type'], key: string, data: D, { scopeId, now }: SourceContext) {
  const event = uuidv5(`${type}\0${key}`, scopeId);
  return { event, type, version: 1, recorded_at: now.toISOString(), data };
}

/**
 * A UUIDv7 of the time at which a memory was made, its turn, and its id, so that memories are listed in their order.
 * Those without a time come first, in the order of the file.
 */
function memoryUuidOf(key: string, atNanos: bigint | null, { place, turn }: { place: number; turn: number }): string {
  const ms = atNanos === null ? place : msOfNanos(atNanos);
  const digest = createHash('sha256').update(key).digest('hex');
  const variant = ((Number.parseInt(digest.slice(0, 1), 16) & 3) | 8).toString(16);
  const hex = `${ms.toString(16).padStart(12, '0')}7${(turn % 4096).toString(16).padStart(3, '0')}${variant}${digest.slice(1, 16)}`;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function sessionOf({ session, conversation }: SourceMemory): bigint | number | null {
  if (session !== undefined) return session;
  if (!conversation) return null;
  return createHash('sha256').update(conversation).digest().readBigUInt64BE();
}

/** Links between the turns of each conversation. */
function links(memories: readonly SourceMemory[], events: readonly EncodedEvent[], context: SourceContext) {
  const last = new Map<string, EncodedEvent>();
  return memories.flatMap(({ conversation }, i) => {
    const target = events[i];
    if (!conversation || !target) return [];
    const source = last.get(conversation);
    last.set(conversation, target);
    if (!source) return [];
    const data = {
      ...{ source: source.data.memory_id, target: target.data.memory_id, kind: 'followed_by', weight: 1 },
      created_at_unix_nanos: target.data.created_at_unix_nanos,
    };
    return [eventOf('MemoriesLinked', `${source.event} ${target.event}`, data, context)];
  });
}
