import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { poolOf } from '#database/data-source.js';
import { until } from '../../test/harness/until.js';
import type { Closing } from '../closing.js';
import { createKey } from '../create-key.js';
import { startDatabases } from '../databases.js';
import { storeMemories } from '../extract/preload.js';
import { connect } from '../extract/throughput.js';
import { startApp } from '../processes.js';

export interface SwitchOptions {
  readonly scopes: readonly number[];
}

/** Measurements of readers and writers while the graph was rebuilt and switched. */
export interface Switched {
  readonly scopes: number;
  /** From the start of the command to its end. */
  readonly seconds: number;
  readonly reads: Answers;
  readonly writes: Answers;
}

export interface Answers {
  readonly count: number;
  /** Those that were not answered with 200. */
  readonly refused: number;
  readonly longestMs: number;
}

export interface SwitchResults {
  readonly services: readonly string[];
  readonly runs: readonly Switched[];
}

export const PER_SCOPE = 3;
const EXTRACTED_LIMIT_MS = 20 * 60_000;
/** Between the beginnings of two calls of a kind: the longest wait is known to within this. */
const EVERY_MS = 25;
const run = promisify(execFile);

/** Measures how long `rebuild --switch` blocks anybody, for increasing numbers of scopes. */
export async function benchSwitch(closing: Closing, { scopes }: SwitchOptions): Promise<SwitchResults> {
  const databases = await startDatabases(closing);
  const runs: Switched[] = [];
  for (const count of scopes) runs.push(await measure(closing, await databases.create(), count));
  return { services: [databases.postgres.description], runs };
}

async function measure(closing: Closing, url: string, scopes: number): Promise<Switched> {
  const dataDir = await mkdtemp(join(tmpdir(), 'engraph-bench-'));
  closing.add(() => rm(dataDir, { recursive: true, force: true }));
  const dataSource = await connect(url);
  closing.add(async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
  });
  await storeMemories(dataSource, scopes, PER_SCOPE);
  const settings = { DATABASE_URL: url, DATA_DIR: dataDir, CLASSIFIER_MODEL: 'perceptron', EMBEDDING_MODEL: 'off' };
  const app = await startApp(closing, 'standalone', settings);
  const isExtracted = async (): Promise<boolean> => {
    const sql = `SELECT FROM memory_extractions WHERE state = 'pending' LIMIT 1`;
    return (await poolOf(dataSource).query(sql)).rowCount === 0;
  };
  await until(isExtracted, EXTRACTED_LIMIT_MS, 'the extraction of all memories');
  const key = await createKey(url, 'agent-0');
  const ended = new AbortController();
  const base = `http://127.0.0.1:${String(app.port)}`;
  const reads = callAgain(ended.signal, () => fetch(`${base}/v1/entities?limit=10`, withKey(key)));
  const writes = callAgain(ended.signal, (n) =>
    fetch(`${base}/v1/memories`, {
      ...withKey(key),
      method: 'POST',
      body: JSON.stringify({ text: `Tea ${String(n)}.` }),
    }),
  );
  const startedAt = performance.now();
  await run(process.execPath, ['dist/apps/cli/src/main.js', 'rebuild', '--switch'], {
    env: { ...process.env, ...settings },
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  ended.abort();
  const met = { reads: await reads, writes: await writes };
  await app.stop();
  await dataSource.destroy();
  return { scopes, seconds, ...met };
}

function withKey(key: string): RequestInit {
  return { headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } };
}

/** Calls at a constant rate, without waiting for earlier responses. */
async function callAgain(ended: AbortSignal, call: (n: number) => Promise<Response>): Promise<Answers> {
  const calls: Promise<{ ms: number; ok: boolean }>[] = [];
  for (let n = 0; !ended.aborted; n += 1) {
    calls.push(timed(() => call(n)));
    await delay(EVERY_MS);
  }
  const answers = await Promise.all(calls);
  return {
    count: answers.length,
    refused: answers.filter(({ ok }) => !ok).length,
    longestMs: answers.reduce((longest, { ms }) => Math.max(longest, ms), 0),
  };
}

async function timed(call: () => Promise<Response>): Promise<{ ms: number; ok: boolean }> {
  const startedAt = performance.now();
  const answer = await call();
  await answer.text();
  return { ms: performance.now() - startedAt, ok: answer.status === 200 };
}
