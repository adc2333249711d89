import { createHash } from 'node:crypto';
import { parseExact, type ExactJson } from '#contracts/exact-json.js';
import type { MemoryEncoded } from '#contracts/events.js';
import {
  isEntry,
  LeftOut,
  nanosOfTime,
  textIn,
  type Entry,
  type SourceFile,
  type SourceMemory,
} from './source-memory.js';

/** Fields of a line: those of POST /v1/memories, and an id. */
const FIELDS = new Set([
  ...['id', 'text', 'speaker', 'role', 'genre', 'kind', 'session', 'context', 'metadata', 'tags'],
  ...['occurred_at', 'occurred_at_unix_nanos'],
]);

/**
 * Bodies of POST /v1/memories, one a line. A line is known by its `id`, else by its content and how often that came
 * before. @throws Error with the number of a line that is not such a body
 */
export function readJsonl(text: string): SourceFile {
  const leftOut = new LeftOut();
  const times = new Map<string, number>();
  const memories = text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    const digest = createHash('sha256').update(line.trim()).digest('hex');
    const count = (times.get(digest) ?? 0) + 1;
    times.set(digest, count);
    return memoryOf(entryOf(line, i + 1), i + 1, `${digest} ${String(count)}`, leftOut);
  });
  return { memories, leftOut: leftOut.counts };
}

function entryOf(line: string, number: number): Entry {
  let entry: ExactJson;
  try {
    entry = parseExact(line);
  } catch {
    throw new Error(`line ${String(number)}: it is not JSON`);
  }
  if (!isEntry(entry)) throw new Error(`line ${String(number)}: it is not a JSON object`);
  const unknown = Object.keys(entry).find((name) => !FIELDS.has(name));
  if (unknown !== undefined) throw new Error(`line ${String(number)}: there is no field ${JSON.stringify(unknown)}`);
  return entry;
}

function memoryOf(entry: Entry, number: number, digest: string, leftOut: LeftOut): SourceMemory[] {
  const { id, text, session, context, occurred_at, occurred_at_unix_nanos, ...rest } = entry;
  if (textIn(text) === null) return leftOut.add('no text');
  const atNanos = timeOf(occurred_at_unix_nanos ?? occurred_at ?? null, number);
  const own = (session ?? context ?? null) as bigint | number | null;
  const key = own === null ? null : `session ${String(own)}`;
  return [
    {
      ...(rest as Partial<MemoryEncoded>),
      id: textIn(id) ?? digest,
      text: text as string,
      conversation: key,
      session: own,
      atNanos,
    },
  ];
}

/** Unix nanoseconds of a time that a line gives; null for none. */
function timeOf(time: ExactJson, number: number): bigint | null {
  if (typeof time !== 'string') return time === null || Number(time) === 0 ? null : BigInt(time as number);
  const nanos = nanosOfTime(time);
  if (nanos === null) throw new Error(`line ${String(number)}: occurred_at is no time`);
  return nanos;
}
