import type { Answer, Body } from '@engraph/client';
import type { EngraphStoreOptions } from './options.js';

/** What a memory of this package is, as its field `mastra` of metadata says. */
export type Kind = 'message' | 'thread' | 'resource';

export type Memory = Answer<'listMemories'>['items'][number];
export type NewMemory = Body<'encodeMemories'>['items'][number];
export type Change = Body<'reviseMemory'>;
export type Filter = NonNullable<Body<'recall'>['filter']>;

const PAGE = 100;
/** Values of one condition of a filter. */
const MAX_VALUES = 100;
const MAX_BATCH = 1_000;

/** Records of Mastra as memories of a scope. Each has its kind and its id in the metadata. */
export class Records {
  constructor(private readonly options: EngraphStoreOptions) {}

  /** Memories of a kind that pass a filter, in the order of their storing. */
  find(kind: Kind, filter: Filter = {}, dir: 'asc' | 'desc' = 'asc', limit = PAGE): AsyncGenerator<Memory> {
    const conditions = { ...filter, metadata: { ...filter.metadata, mastra: kind } };
    const query = { filter: JSON.stringify(conditions), dir, limit: Math.min(limit, PAGE) };
    return this.options.client.memories(query, this.limits());
  }

  /** Memories of records by the id of the record. Of several, which concurrent first writes leave, the newest. */
  async byId(kind: Kind, ids: readonly string[]): Promise<Map<string, Memory>> {
    const found = new Map<string, Memory>();
    for (const some of chunks([...new Set(ids)], MAX_VALUES))
      for await (const memory of this.find(kind, { metadata: { record_id: { in: some } } }))
        found.set(String(memory.metadata?.['record_id']), memory);
    return found;
  }

  /** Stores new memories. @throws Error with the reason if one is refused; those before it are stored */
  async add(memories: readonly NewMemory[]): Promise<void> {
    for (const items of chunks(memories, MAX_BATCH)) {
      const { results } = await this.options.client.encodeMemories({ items }, this.waiting());
      for (const result of results)
        if ('error' in result)
          throw new Error(`Engraph refused a message: ${result.error.message}`, { cause: result.error });
    }
  }

  async change(memory: Memory, change: Change): Promise<void> {
    await this.options.client.reviseMemory(memory.memory_id, change, this.waiting());
  }

  async forget(memories: Iterable<Memory>): Promise<void> {
    const { client, hardDelete = false } = this.options;
    for (const { memory_id } of memories) await client.forgetMemory({ memory_id, hard: hardDelete }, this.limits());
  }

  /** Forgets all memories that pass the conditions on metadata. */
  async forgetWhere(metadata: NonNullable<Filter['metadata']>): Promise<void> {
    const { client, hardDelete = false } = this.options;
    let more = true;
    while (more) ({ more } = await client.forgetWhere({ filter: { metadata }, hard: hardDelete }, this.limits()));
  }

  private waiting() {
    const { waitSeconds = 0, timeoutMs = 10_000 } = this.options;
    return { waitSeconds, timeoutMs: timeoutMs + waitSeconds * 1_000 };
  }

  private limits() {
    return { timeoutMs: this.options.timeoutMs ?? 10_000 };
  }
}

function* chunks<T>(values: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size);
}
