import { MiniLmEmbedder } from '#embeddings/minilm-embedder.js';
import type { Closing } from '../closing.js';
import { until } from '../../test/harness/until.js';
import { startDatabases } from '../databases.js';
import { Caller } from '../http/routes.js';
import { chatConversations } from '../recall/chat-turns.js';
import { fillScope } from '../recall/fill-scope.js';
import { benchDirectory, fillingOf, startRecall } from '../recall/filling.js';
import { MemoryVectors } from '../recall/memory-vectors.js';
import { questionsOf } from '../recall/questions.js';
import { ScopeKeys } from '../recall/scope-keys.js';
import { ScopeMemories } from '../recall/scope-memories.js';
import { settleTables } from '../recall/table-bytes.js';
import { percentile } from '../statistics.js';
import { withClient } from '../with-client.js';
import { copyMemories } from './copy-memories.js';

export interface FilterOptions {
  readonly size: number;
  readonly questions: number;
  readonly rounds: number;
}

/** Durations of the same questions with one filter. */
export interface Filtered {
  readonly filter: string;
  /** Share of the scope's memories that pass it. */
  readonly share: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
  /** Median over the questions of the duration with it, relative to that without a filter. */
  readonly ratio: number;
}

export interface FilterResults {
  readonly options: FilterOptions;
  readonly services: readonly string[];
  readonly filters: readonly Filtered[];
}

const NONE = 'none';
/** Memories that are projected; a scope of a multiple of them has copies of them. */
const MAX_PROJECTED = 50_000;
const LOAD_LIMIT_MS = 5 * 60_000;

/** Field of the metadata, which has the values from 0 to `of` - 1 evenly. */
const FIELDS = { half: 2, tenth: 10, hundredth: 100, thousandth: 1_000 };

function metadataOf(n: number): Readonly<Record<string, number>> {
  const fields = Object.entries(FIELDS).map(([field, values]) => [field, n % values]);
  return { ...(Object.fromEntries(fields) as Record<string, number>), number: n };
}

interface Asked {
  readonly name: string;
  readonly share: number;
  /** Body for a question by its number, beside its text. */
  readonly body: (question: number) => object;
}

function filtersOf(size: number): readonly Asked[] {
  const of = (name: string, share: number, metadata: object): Asked => ({
    name,
    share,
    body: () => ({ filter: { metadata } }),
  });
  const tenth = Math.floor(size / 10);
  return [
    { name: NONE, share: 1, body: () => ({}) },
    of('half = 1', 1 / 2, { half: 1 }),
    of('tenth = 1', 1 / 10, { tenth: 1 }),
    of('hundredth = 1', 1 / 100, { hundredth: 1 }),
    of('thousandth = 1', 1 / 1_000, { thousandth: 1 }),
    of('hundredth in 1, 11, 21', 3 / 100, { hundredth: { in: [1, 11, 21] } }),
    of('number < a tenth of all', 1 / 10, { number: { gte: 0, lt: tenth } }),
    {
      ...{ name: 'number < a bound of its own for each question', share: 1 / 10 },
      body: (question) => ({ filter: { metadata: { number: { gte: 0, lt: tenth + question } } } }),
    },
    of('half = 1 and tenth = 1', 1 / 10, { half: 1, tenth: 1 }),
  ];
}

/** Measures POST /v1/recall in one large scope with filters on metadata, beside the same questions without. */
export async function benchFilter(closing: Closing, options: FilterOptions): Promise<FilterResults> {
  const { size } = options;
  const directory = await benchDirectory(closing);
  const databases = await startDatabases(closing);
  const url = await databases.create();
  const chats = chatConversations();
  const vectors = await MemoryVectors.make(new MiniLmEmbedder(), chats.flat());
  const { scopeId, key } = await new ScopeKeys(url).make('filtered');
  const first = size % MAX_PROJECTED === 0 ? MAX_PROJECTED : size;
  const filling = fillingOf(scopeId, new ScopeMemories(chats, first), vectors, metadataOf);
  await withClient(url, async (client) => {
    // A row by its trigger would take longer than all the rest.
    await client.query('ALTER TABLE memories DISABLE TRIGGER memories_attributes_added');
    await fillScope(client, filling);
    await client.query(
      `INSERT INTO memory_attributes (scope_id, key, memory_id, field, number, prefix)
       SELECT scope_id, own.key, memory_id, own.field, own.number, own.prefix
       FROM memories CROSS JOIN LATERAL attributes_of(metadata, tags) AS own ORDER BY own.key, memory_id`,
    );
    await copyMemories(client, scopeId, first, size);
    await client.query('ALTER TABLE memories ENABLE TRIGGER memories_attributes_added');
    await settleTables(client);
    await client.query('VACUUM ANALYZE memory_attributes');
  });
  const app = await startRecall(closing, url, directory);
  const questions = questionsOf(options.questions, first, filling.memory).map(({ text }) => text);
  const caller = new Caller(app.port, key);
  await until(() => isInMemory(caller, questions), LOAD_LIMIT_MS, 'the index in memory');
  const filters = await measure(caller, questions, options);
  return { options, services: [databases.postgres.description], filters };
}

/** Whether questions are answered by the index in memory; the first one begins to load it. */
async function isInMemory(caller: Caller, [query]: readonly string[]): Promise<boolean> {
  const body = { query, include_trace: true };
  const { text } = await caller.call({ method: 'POST', path: '/v1/recall', body });
  return text.includes('held\\":true');
}

/** Every question with every filter, in turns; the first round warms up. */
async function measure(caller: Caller, questions: readonly string[], options: FilterOptions): Promise<Filtered[]> {
  const filters = filtersOf(options.size);
  const times = new Map(filters.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round <= options.rounds; round += 1)
    for (const [number, query] of questions.entries())
      for (const { name, body } of filters) {
        const own = body(round * questions.length + number);
        const { ms } = await caller.call({ method: 'POST', path: '/v1/recall', body: { query, ...own } });
        if (round > 0) times.get(name)?.push(ms);
      }
  const without = times.get(NONE) ?? [];
  return filters.map(({ name, share }) => {
    const own = times.get(name) ?? [];
    const ratios = own.map((ms, i) => ms / (without[i] ?? NaN));
    const [p50Ms, p90Ms, ratio] = [percentile(own, 0.5), percentile(own, 0.9), percentile(ratios, 0.5)];
    process.stderr.write(`${name}: ${p50Ms.toFixed(1)} ms, ${ratio.toFixed(2)}\n`);
    return { filter: name, share, p50Ms, p90Ms, ratio };
  });
}
