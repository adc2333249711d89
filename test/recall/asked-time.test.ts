import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { scopeOf } from '#contracts/scope.js';
import { createDataSource, poolOf } from '#database/data-source.js';
import { readAskedTime } from '#recall/time/asked-time.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

let engraph: RunningEngraph;
let source: DataSource;

beforeAll(async () => {
  engraph = await runEngraph('log');
  source = createDataSource({ url: engraph.databaseUrl, poolSize: 2, connectTimeoutMs: 5_000, statementTimeoutMs: 0 });
  await source.initialize();
});
afterAll(async () => {
  await source.destroy();
  await engraph.stop();
});

/** What is said on the fifth of January 2026; the month that a question asked in July 2026 is about. */
async function monthAsked(agent: string, said: string, question: string): Promise<string | undefined> {
  const client = await engraph.client('time', agent);
  const occurred_at = BigInt(Date.UTC(2026, 0, 5)) * 1_000_000n;
  await client.remember(said, { speaker: 'Ana', occurred_at });
  const { scopeId } = scopeOf('time', agent);
  const { span } = await readAskedTime(poolOf(source), scopeId, question, Date.UTC(2026, 6, 20));
  return span === null ? undefined : new Date(span.from).toISOString().slice(0, 7);
}

test('a month is the last one where something is said to happen in it', async () => {
  expect(await monthAsked('told', 'I start at Acme Corp in June.', 'What happened in June?')).toBe('2026-06');
});

test('a month of which nothing is said is the last one before the newest memory', async () => {
  expect(await monthAsked('untold', 'Lena moved to Oslo in May.', 'What happened in June?')).toBe('2025-06');
});
