import { parseExact } from '#contracts/exact-json.js';
import {
  isEntry,
  LeftOut,
  nanosOfTime,
  textIn,
  type Entry,
  type SourceFile,
  type SourceMemory,
} from './source-memory.js';

/** Fields of an entry that are kept as metadata under `mem0`. */
const KEPT = ['user_id', 'agent_id', 'app_id', 'run_id', 'categories', 'updated_at'] as const;

/**
 * Memories of mem0 as `get_all` returns them: `{"results": [{id, memory, metadata, created_at, …}]}`, or the list.
 * The text is a note on the user, so nobody is its speaker.
 * @throws SyntaxError, or Error for another shape
 */
export function readMem0(text: string): SourceFile {
  const file = parseExact(text);
  const list = isEntry(file) ? (file['results'] ?? file['memories']) : file;
  if (!Array.isArray(list)) throw new Error('this is no export of mem0: it has no list of results');
  const leftOut = new LeftOut();
  const memories = list.flatMap((entry) => (isEntry(entry) ? memoryOf(entry, leftOut) : leftOut.add('not an object')));
  return { memories, leftOut: leftOut.counts };
}

function memoryOf(entry: Entry, leftOut: LeftOut): SourceMemory[] {
  const text = textIn(entry['memory']) ?? textIn(entry['text']);
  if (text === null) return leftOut.add('no text');
  const id = textIn(entry['id']);
  if (id === null) return leftOut.add('no id');
  const kept = Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = entry[name] ?? null;
      return value === null ? [] : [[name, value] as const];
    }),
  );
  const own = isEntry(entry['metadata']) ? entry['metadata'] : {};
  const metadata = Object.keys(kept).length > 0 ? { ...own, mem0: kept } : own;
  return [{ id, text, kind: 1, genre: 'note', metadata, atNanos: nanosOfTime(entry['created_at']) }];
}
