import { rm, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { MiniLmEmbedder } from '#embeddings/minilm-embedder.js';
import type { Closing } from '../closing.js';
import { postmasterOf } from '../cpu.js';
import { startDatabases } from '../databases.js';
import { offerPgvector } from '../../test/harness/pgvector.js';
import { Caller } from '../http/routes.js';
import { withClient } from '../with-client.js';
import { askBadly, type BadAnswer } from './bad-input.js';
import { chatConversations, type ChatTurn } from './chat-turns.js';
import { checkFilled } from './check-filled.js';
import { coldScopes, type ColdScopes } from './cold-scopes.js';
import { fillScope, type Filling } from './fill-scope.js';
import { benchDirectory, fillingOf, startRecall } from './filling.js';
import { foundByPlain, foundByRecall, type Found } from './found-memories.js';
import { indexCost, type IndexCost } from './index-cost.js';
import { searchLoads, type SearchSample } from './load-turns.js';
import { MemoryVectors } from './memory-vectors.js';
import { bytesOf, PURPOSES, settleTables, tableBytes, type TableBytes } from './table-bytes.js';
import { makePlainTable } from './plain-table.js';
import { questionsOf } from './questions.js';
import { choiceTimes } from './retriever-choices.js';
import { ScopeKeys } from './scope-keys.js';
import { ScopeMemories } from './scope-memories.js';
import { indexScope, type IndexedScope } from './vector-index.js';

export interface RecallOptions {
  readonly rounds: number;
  readonly seconds: number;
  /** Memories of each scope. */
  readonly sizes: readonly number[];
  /** Distinct questions to each scope. */
  readonly questions: number;
  /** Whether large scopes have a pgvector index. */
  readonly pgvector: boolean;
  /** Scopes of 300 memories that are asked one question each. */
  readonly coldScopes: number;
}

/** A scope of one size, and the plain table of the same rows. */
export interface SizeResults {
  readonly size: number;
  readonly rounds: readonly SearchSample[];
  readonly found: { readonly recall: Found; readonly plain: Found };
  /** p50 in milliseconds, by set of retrievers. */
  readonly choices: Readonly<Record<string, number>>;
  /** Per memory. */
  readonly bytes: TableBytes & { readonly plain: number };
  readonly cost: IndexCost;
  /** Null without pgvector, or if the scope is too small. */
  readonly indexed: IndexedScope | null;
}

export interface RecallResults {
  readonly options: RecallOptions;
  readonly services: readonly string[];
  /** Load average of the last minute: other processes affect all figures except CPU time. */
  readonly loadBefore: number;
  /** Milliseconds of the model per turn, in batches of a hundred. */
  readonly vectorMs: number;
  readonly sizes: readonly SizeResults[];
  readonly badInput: readonly BadAnswer[];
  readonly cold: ColdScopes;
}

/** Questions asked with every set of retrievers. */
const CHOSEN = 60;

/** Measures POST /v1/recall in scopes of several sizes, compared with Postgres text search over the same texts. */
export async function benchRecall(closing: Closing, options: RecallOptions): Promise<RecallResults> {
  const [loadBefore = NaN] = loadavg();
  const directory = await benchDirectory(closing);
  const databases = await startDatabases(closing);
  const [url, otherUrl] = [await databases.create(), await databases.create()];
  if (options.pgvector) await showPgvector(closing, url);
  const chats = chatConversations();
  const { vectors, vectorMs } = await makeVectors(chats.flat());
  const app = await startRecall(closing, url, directory);
  const keys = new ScopeKeys(url);
  const asked = { url, port: app.port, keys, scopes: options.coldScopes };
  const cold = await coldScopes(asked, chats, vectors);
  const postmaster = await postmasterOf(url);
  const sizes: SizeResults[] = [];
  let badInput: BadAnswer[] = [];
  for (const size of options.sizes) {
    const { scopeId, key } = await keys.make(`of ${String(size)}`);
    const filling = fillingOf(scopeId, new ScopeMemories(chats, size), vectors);
    const table = `plain_${String(size)}`;
    const bytes = await withClient(url, (client) => fill(client, filling, table));
    if (sizes.length === 0) await checkAgainstProjection(url, otherUrl, filling);
    const questions = questionsOf(options.questions, size, filling.memory);
    const indexed = options.pgvector ? await indexScope(url, filling, questions) : null;
    const questionsFile = join(directory, `questions-${String(size)}.json`);
    await writeFile(questionsFile, JSON.stringify(questions.map(({ text }) => text)));
    const caller = new Caller(app.port, key);
    const found = {
      recall: await foundByRecall(caller, questions),
      plain: await withClient(url, (client) => foundByPlain(client, table, questions)),
    };
    const searched = { port: app.port, key, url, table, questionsFile, pids: { service: app.pid, postmaster } };
    const rounds = await searchLoads(closing, searched, options);
    const choices = await choiceTimes(caller, questions.slice(0, CHOSEN));
    if (size === options.sizes.at(-1))
      badInput = await askBadly({ port: app.port, key, emptyKey: (await keys.make('of none')).key }, questions);
    const cost = await withClient(url, (client) => indexCost(client, filling, table));
    sizes.push({ size, rounds, found, choices, bytes, cost, indexed });
  }
  return { options, services: [databases.postgres.description], loadBefore, vectorMs, sizes, badInput, cold };
}

async function showPgvector(closing: Closing, url: string): Promise<void> {
  const dir = await offerPgvector(url);
  if (dir !== null) closing.add(() => rm(dir, { recursive: true, force: true }));
}

async function makeVectors(turns: readonly ChatTurn[]): Promise<{ vectors: MemoryVectors; vectorMs: number }> {
  const embedder = new MiniLmEmbedder();
  await embedder.embed(['The model is read when the first text comes.']);
  const from = performance.now();
  const vectors = await MemoryVectors.make(embedder, turns);
  return { vectors, vectorMs: (performance.now() - from) / turns.length };
}

/** Fills the scope and the plain table; bytes per memory. */
async function fill(client: pg.Client, filling: Filling, table: string): Promise<SizeResults['bytes']> {
  const { scopeId, size } = filling;
  const startedAt = performance.now();
  const before = await tableBytes(client);
  await fillScope(client, filling);
  await makePlainTable(client, table, scopeId);
  await settleTables(client);
  const after = await tableBytes(client);
  const own = PURPOSES.map((purpose) => [purpose, (after[purpose] - before[purpose]) / size]);
  process.stderr.write(`${String(size)} memories in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
  return { ...(Object.fromEntries(own) as TableBytes), plain: (await bytesOf(client, [table])) / size };
}

async function checkAgainstProjection(url: string, otherUrl: string, filling: Filling): Promise<void> {
  await withClient(url, (filled) => withClient(otherUrl, (empty) => checkFilled(filled, empty, filling)));
}
