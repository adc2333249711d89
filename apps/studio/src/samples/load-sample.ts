import { stringify } from 'lossless-json';
import type { EngraphClient, Schemas, WriteOptions } from '../../../../clients/typescript/src/index.js';
import { tagOf, type SampleConversation } from './conversations.js';

/** What the tour shows of a sample that is loaded. */
export interface LoadedSample {
  /** Oldest first. */
  readonly memories: readonly Schemas['Memory'][];
  /** Of the entity that the tour looks at; null until it is found. */
  readonly profile: Schemas['EntityProfile'] | null;
  /** Answer to the question; null until all is extracted. */
  readonly recall: Schemas['Recall'] | null;
}

/**
 * Stores the messages of a sample. A message that is there already is not stored again, whoever loaded it and when.
 * @throws Error with the reason, if not all are stored
 */
export async function loadSample(
  client: EngraphClient,
  sample: SampleConversation,
  options: WriteOptions,
): Promise<void> {
  const items = sample.messages.map(({ at, ...message }) => ({
    ...message,
    occurred_at: at,
    session: sample.id,
    tags: [tagOf(sample)],
    dedupe: 'content' as const,
  }));
  const { results } = await client.encodeMemories({ items }, options);
  const failure = results.find((result) => 'error' in result);
  if (failure && 'error' in failure) throw new Error(failure.error.message);
}

/** Forgets the messages of a sample, and what they gave the graph. */
export async function forgetSample(
  client: EngraphClient,
  sample: SampleConversation,
  options: WriteOptions,
): Promise<void> {
  await client.forgetWhere({ filter: { tags: { all: [tagOf(sample)] } } }, options);
}

/** How many messages of a sample are stored. */
export async function countLoaded(
  client: EngraphClient,
  sample: SampleConversation,
  signal: AbortSignal,
): Promise<number> {
  const filter = stringify({ tags: { all: [tagOf(sample)] } }) ?? '';
  const { items } = await client.listMemories({ filter, limit: sample.messages.length }, { signal });
  return items.length;
}

/** Asks what became of a sample. */
export async function readSample(
  client: EngraphClient,
  sample: SampleConversation,
  signal: AbortSignal,
): Promise<LoadedSample> {
  const filter = { tags: { all: [tagOf(sample)] } };
  const { items } = await client.listMemories({ filter: stringify(filter) ?? '' }, { signal });
  const memories = items.reverse();
  if (memories.length === 0) return { memories, profile: null, recall: null };
  const [profile, recall] = await Promise.all([
    profileOf(client, sample, signal),
    isExtracted(memories)
      ? client.recall({ query: sample.question, max_results: 3, format: 'context', filter }, { signal })
      : null,
  ]);
  return { memories, profile, recall };
}

/** Whether no memory waits. */
export function isExtracted(memories: LoadedSample['memories']): boolean {
  return memories.every(({ extraction }) => extraction !== 'pending');
}

async function profileOf(
  client: EngraphClient,
  { entity }: SampleConversation,
  signal: AbortSignal,
): Promise<Schemas['EntityProfile'] | null> {
  const { entities } = await client.listEntities({ prefix: entity, limit: 1 }, { signal });
  const [first] = entities;
  return first ? client.entityProfile(first.entity_id, {}, { signal }) : null;
}
