import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EngraphClient } from '../../clients/typescript/src/index.js';
import { query } from '../../test/harness/postgres.js';
import { until } from '../../test/harness/until.js';
import type { Closing } from '../closing.js';
import { createKey } from '../create-key.js';
import { startDatabases, type Databases } from '../databases.js';
import { connect } from '../extract/throughput.js';
import { storeMemories } from '../extract/preload.js';
import { startApp } from '../processes.js';

export interface TransferOptions {
  /** Memories that are moved without what was read in them. */
  readonly memories: number;
  /** Memories that are extracted first, and moved with what was read in them. */
  readonly extracted: number;
}

/** A scope that was moved from one instance to another by HTTP. Times in seconds. */
export interface Moved {
  readonly memories: number;
  readonly extracted: boolean;
  readonly events: number;
  readonly megabytes: number;
  readonly exportSeconds: number;
  readonly importSeconds: number;
  /** Until the graph of the other instance has all that was imported. */
  readonly projectedSeconds: number;
  /** The same file again. */
  readonly againSeconds: number;
  /** For comparison: until the source had read its memories. */
  readonly readSeconds: number;
}

export interface TransferResults {
  readonly services: readonly string[];
  readonly runs: readonly Moved[];
}

const AGENT = 'agent-0';
const LIMIT_MS = 20 * 60_000;

/** Measures export and import of a scope over HTTP, on two instances with a database each. */
export async function benchTransfer(closing: Closing, options: TransferOptions): Promise<TransferResults> {
  const databases = await startDatabases(closing);
  const runs = [
    await move(closing, databases, options.memories, false),
    await move(closing, databases, options.extracted, true),
  ];
  return { services: [databases.postgres.description], runs };
}

interface Instance {
  readonly url: string;
  readonly client: EngraphClient;
  stop(): Promise<void>;
}

async function move(closing: Closing, databases: Databases, memories: number, extracted: boolean): Promise<Moved> {
  const directory = await mkdtemp(join(tmpdir(), 'engraph-bench-'));
  closing.add(() => rm(directory, { recursive: true, force: true }));
  const file = join(directory, 'scope.jsonl');
  const source = await startInstance(closing, databases, directory, { memories, extracted });
  const settledAt = ({ url }: Instance): Promise<void> => (extracted ? settled(url) : Promise.resolve());
  const readSeconds = await secondsOf(() => settledAt(source));
  const exportSeconds = await secondsOf(() => exportTo(source.client, file));
  await source.stop();
  const other = await startInstance(closing, databases, directory, { memories: 0, extracted });
  const from = performance.now();
  const importSeconds = await secondsOf(() => importFrom(other.client, file));
  await settledAt(other);
  const projectedSeconds = (performance.now() - from) / 1000;
  const againSeconds = await secondsOf(() => importFrom(other.client, file));
  await requireSame(source.url, other.url);
  const [row] = await query(source.url, `SELECT count(*)::int AS n FROM events WHERE type <> 'GraphUpdated'`);
  await other.stop();
  const moved = {
    ...{ memories, extracted, events: Number(row?.['n']), megabytes: (await stat(file)).size / 1e6 },
    ...{ exportSeconds, importSeconds, projectedSeconds, againSeconds, readSeconds },
  };
  process.stderr.write(`${JSON.stringify(moved)}\n`);
  return moved;
}

async function startInstance(
  closing: Closing,
  databases: Databases,
  directory: string,
  { memories, extracted }: { memories: number; extracted: boolean },
): Promise<Instance> {
  const url = await databases.create();
  const key = await createKey(url, AGENT);
  const dataSource = await connect(url);
  if (memories > 0) await storeMemories(dataSource, 1, memories);
  await dataSource.destroy();
  const settings = { DATABASE_URL: url, DATA_DIR: directory, EXTRACTION: extracted ? 'on' : 'off' };
  const app = await startApp(closing, 'standalone', settings);
  const client = new EngraphClient({ baseUrl: `http://127.0.0.1:${String(app.port)}`, apiKey: key });
  return { url, client, stop: () => app.stop() };
}

async function exportTo(client: EngraphClient, file: string): Promise<void> {
  await pipeline(Readable.from(withLineFeeds(client.exportScope())), createWriteStream(file));
}

async function* withLineFeeds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

async function importFrom(client: EngraphClient, file: string): Promise<void> {
  const handle = await open(file);
  const { complete } = await client.importScope(handle.readLines());
  if (!complete) throw new Error('the file was not imported whole');
}

/** Resolves when no memory waits for its extraction. */
async function settled(url: string): Promise<void> {
  const sql = `SELECT (SELECT count(*) FROM memory_extractions WHERE state = 'pending')::int AS pending`;
  await until(async () => Number((await query(url, sql))[0]?.['pending']) === 0, LIMIT_MS, 'the projection');
}

/** @throws if the instances differ in memories, entities or facts */
async function requireSame(url: string, otherUrl: string): Promise<void> {
  const sql = `SELECT (SELECT count(*) FROM memories) AS memories, (SELECT count(*) FROM relations) AS relations,
    (SELECT md5(string_agg(entity_id::text, ' ' ORDER BY entity_id)) FROM entities) AS entities,
    (SELECT count(*) FROM statements) AS statements`;
  const [one, other] = [JSON.stringify(await query(url, sql)), JSON.stringify(await query(otherUrl, sql))];
  if (one !== other) throw new Error(`the scope is not the same: ${one} and ${other}`);
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}
