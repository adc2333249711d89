import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Load } from '../http-load.js';
import { programArgument } from '../processes.js';
import { percentile } from '../statistics.js';
import { plainSearchSql } from './plain-table.js';

/** Searches by Postgres' own text search, as many at a time as there are connections. */
export interface PlainLoadOptions {
  readonly url: string;
  readonly table: string;
  /** JSON: the texts of the questions, asked one after the other, again and again. */
  readonly questionsFile: string;
  readonly connections: number;
  readonly seconds: number;
}

const { url, table, questionsFile, connections, seconds } = programArgument() as PlainLoadOptions;
const questions = JSON.parse(await readFile(questionsFile, 'utf8')) as string[];
const sql = plainSearchSql(table);
const latencies: number[] = [];
let next = 0;
let inTime = 0;
const clients = await Promise.all(Array.from({ length: connections }, connect));
const endsAt = performance.now() + seconds * 1000;
const before = process.cpuUsage();
await Promise.all(clients.map(search));
const { user, system } = process.cpuUsage(before);
await Promise.all(clients.map((client) => client.end()));
process.stdout.write(
  JSON.stringify({
    ...{ clients: connections, completed: latencies.length, perSecond: inTime / seconds },
    ...{ p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99), cpuSeconds: (user + system) / 1e6 },
  } satisfies Load),
);

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function search(client: pg.Client): Promise<void> {
  while (performance.now() < endsAt) {
    const question = questions[next % questions.length];
    next += 1;
    const sentAt = performance.now();
    await client.query(sql, [question]);
    const now = performance.now();
    latencies.push(now - sentAt);
    if (now <= endsAt) inTime += 1;
  }
}
