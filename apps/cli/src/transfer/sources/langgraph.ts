import { parseExact, stringifyExact, type ExactJson } from '#contracts/exact-json.js';
import {
  isEntry,
  LeftOut,
  nanosOfTime,
  textIn,
  type Entry,
  type SourceFile,
  type SourceMemory,
} from './source-memory.js';

/** Fields of a value that hold its text, the most usual first. */
const TEXT_FIELDS = ['text', 'content', 'memory', 'fact', 'data'] as const;

/**
 * Items of a LangGraph store: a list, or an item on each line, of `{namespace, key, value, created_at, updated_at}`.
 * The text is that of the value, or the value itself as JSON.
 * @throws SyntaxError for a line that is not JSON
 */
export function readLanggraph(text: string): SourceFile {
  const leftOut = new LeftOut();
  const memories = itemsOf(text).flatMap((item) =>
    isEntry(item) ? memoryOf(item, leftOut) : leftOut.add('not an object'),
  );
  return { memories, leftOut: leftOut.counts };
}

function itemsOf(text: string): ExactJson[] {
  if (text.trimStart().startsWith('[')) return parseExact(text) as ExactJson[];
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parseExact(line)]));
}

function memoryOf({ namespace, key, value, created_at }: Entry, leftOut: LeftOut): SourceMemory[] {
  const path = Array.isArray(namespace) ? namespace : [namespace ?? ''];
  if (typeof key !== 'string') return leftOut.add('no key');
  if (value === undefined || value === null) return leftOut.add('no value');
  const id = stringifyExact([...path, key]);
  const metadata = { namespace: path, key };
  const found = textOf(value);
  const said = found === null ? ({ text: stringifyExact(value), genre: 'data' } as const) : { text: found };
  return [{ id, ...said, kind: 1, metadata, atNanos: nanosOfTime(created_at) }];
}

function textOf(value: ExactJson): string | null {
  if (!isEntry(value)) return textIn(value);
  return TEXT_FIELDS.map((name) => textIn(value[name])).find((text) => text !== null) ?? null;
}
