import { useState } from 'preact/hooks';
import type { Answer } from '../../../../clients/typescript/src/index.js';
import { client, noteRefusal } from '../service/session.js';
import { useAnswer } from '../parts/use-answer.js';
import { useCalm } from '../parts/use-calm.js';
import { useEvents } from '../parts/use-events.js';

export type Memory = Answer<'listMemories'>['items'][number];

/** Memories, newest first, as far as they were asked for. */
export interface MemoryPages {
  readonly memories: readonly Memory[] | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly more: () => void;
}

/** Which memories are asked for. */
export interface MemoryQuery {
  /** JSON of a filter; undefined for all. */
  readonly filter: string | undefined;
  /** Id of an entity that they mention. */
  readonly subject?: string | undefined;
}

/** What was fetched behind the first page. */
interface Older {
  readonly asked: string;
  readonly memories: readonly Memory[];
  readonly cursor: string | undefined;
}

const LIMIT = 50;
const CHANGES = [
  ...['MemoryEncoded', 'MemoryExtracted', 'MemoryExtractionFailed', 'MemoryRevised', 'MemoryForgotten'],
  ...['MemoryRestored', 'GraphUpdated'],
];

/** The memories of a query, newest first and live. */
export function useMemories({ filter, subject }: MemoryQuery): MemoryPages {
  const query = { limit: LIMIT, ...(filter ? { filter } : {}), ...(subject ? { subject } : {}) };
  const asked = JSON.stringify(query);
  const first = useAnswer((service, signal) => service.listMemories(query, { signal }), [asked]);
  const [older, setOlder] = useState<Older>({ asked, memories: [], cursor: undefined });
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const lookSoon = useCalm(first.reload);
  useEvents(CHANGES, lookSoon);
  const isOlder = older.asked === asked && older.memories.length > 0;
  const cursor = isOlder ? older.cursor : first.data?.next_cursor;
  const more = async (): Promise<void> => {
    if (cursor === undefined) return;
    setBusy(true);
    try {
      const page = await client.listMemories({ ...query, cursor });
      const memories = [...(isOlder ? older.memories : (first.data?.items ?? [])), ...page.items];
      setOlder({ asked, memories, cursor: page.next_cursor });
      setFailure(null);
    } catch (error) {
      noteRefusal(error);
      setFailure(error);
    }
    setBusy(false);
  };
  return {
    memories: first.data && (isOlder ? joined(first.data.items, older.memories) : first.data.items),
    error: first.error ?? failure,
    isLoading: first.isLoading || isBusy,
    hasMore: cursor !== undefined,
    more: () => void more(),
  };
}

/** The newest page, and what is older than its last memory. */
function joined(newest: readonly Memory[], known: readonly Memory[]): readonly Memory[] {
  const last = newest.at(-1);
  if (!last) return newest;
  const shown = new Set(newest.map((memory) => memory.memory_id));
  const end = last.created_at_unix_nanos;
  return [...newest, ...known.filter((one) => !shown.has(one.memory_id) && one.created_at_unix_nanos <= end)];
}
