import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createApiKey } from '#access/api-keys.js';
import { PERMISSIONS } from '#access/permissions.js';
import { startReplica, type ApiReplica } from '../http/api-replica.js';
import { freePort } from '../harness/free-port.js';
import { testDatabase } from '../harness/services.js';
import { until } from '../harness/until.js';
import { createClient, type Client } from '../path/client.js';
import { baseEnv } from './campaign/full-deployment.js';
import { Program } from './campaign/program.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const HOUR_MS = 3_600_000;
const START_LIMIT_MS = 60_000;
let workDir: string;
let databaseUrl: string;
let here: ApiReplica;
let ahead: Program;
let aheadUrl: string;

/** Two apis on one database; the clock of the second one's machine is 26 hours ahead. */
beforeAll(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'engraph-clocks-'));
  databaseUrl = await testDatabase();
  here = await startReplica(databaseUrl);
  const port = await freePort();
  aheadUrl = `http://127.0.0.1:${String(port)}`;
  const settings = {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    CLASSIFIER_MODEL: 'perceptron',
    EMBEDDING_MODEL: 'off',
  };
  const script = 'dist/apps/standalone/src/main.js';
  ahead = new Program({ name: 'ahead', script, root, workDir, env: { ...baseEnv(workDir), ...settings } });
  ahead.jumpClock(26 * HOUR_MS);
  ahead.start();
  await until(() => fetch(`${aheadUrl}/health/ready`).then(({ ok }) => ok), START_LIMIT_MS, 'the start');
}, 2 * START_LIMIT_MS);

afterAll(async () => {
  await ahead.stop();
  await here.stop();
  await rm(workDir, { recursive: true, force: true });
});

async function callers(agent: string): Promise<{ here: Client; ahead: Client }> {
  const expiresAt = new Date(Date.now() + HOUR_MS);
  const wanted = { namespace: 'clocks', agent, name: 'test', permissions: PERMISSIONS, expiresAt };
  const { key } = await createApiKey(here.database.dataSource, wanted);
  return { here: here.with(key), ahead: createClient(aheadUrl, key) };
}

test('a machine whose clock is ahead takes a key that ends in an hour, and writes the time of Postgres', async () => {
  const { ahead: client } = await callers('expiry');
  const written = await client.post('/v1/memories', { text: 'Ines moved to Porto.' });
  expect(written.status).toBe(200);
  const answered = Date.parse(written.headers.get('date') ?? '');
  for (const time of [Number(written.body.created_at_unix_nanos) / 1e6, answered])
    expect(Math.abs(time - Date.now())).toBeLessThan(10 * 60_000);
});

test('a request id answers the same on machines a day apart', async () => {
  const both = await callers('ledger');
  const headers = { 'idempotency-key': 'two-clocks' };
  const first = await both.here.post('/v1/memories', { text: 'Ines has a dog.' }, headers);
  const again = await both.ahead.post('/v1/memories', { text: 'Ines has a dog.' }, headers);
  expect(again.status).toBe(200);
  expect(again.body).toEqual({ ...first.body, was_deduplicated: true });
});

test('a memory written here is read there in the order of the writes, where these are a tenth of a second apart', async () => {
  const both = await callers('order');
  const ids: unknown[] = [];
  for (const client of [both.ahead, both.here, both.ahead, both.here]) {
    const { body } = await client.post('/v1/memories', { text: `Note ${String(ids.length)}.` });
    ids.push(body.memory_id);
    // Each machine knows the clock of Postgres to within its shortest measured round trip.
    await here.database.dataSource.query('SELECT pg_sleep(0.1)');
  }
  const { body } = await both.here.get('/v1/memories?dir=asc');
  expect(body.items.map((memory: { memory_id: unknown }) => memory.memory_id)).toEqual(ids);
});

/** Runs a CLI command with a shifted clock. @returns the printed lines */
async function commandAt(offsetMs: number, ...args: string[]): Promise<{ readonly key_id: string }[]> {
  const clockFile = join(workDir, 'cli.clock');
  await writeFile(clockFile, String(offsetMs));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--no-warnings', `--import=${root}test/faults/campaign/shift-clock.mjs`, 'dist/apps/cli/src/main.js', ...args],
    { cwd: root, env: { ...baseEnv(workDir), DATABASE_URL: databaseUrl, CLOCK_OFFSET_FILE: clockFile } },
  );
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as { key_id: string }]));
}

test('keys and audit entries are listed by the time of Postgres, whichever machine made them', async () => {
  const made: unknown[] = [];
  for (const offsetMs of [26 * HOUR_MS, 0, -26 * HOUR_MS]) {
    const [key] = await commandAt(offsetMs, 'keys', 'create', '--namespace', 'clocks', '--agent', 'listed');
    made.push(key?.key_id);
  }
  const keys = await commandAt(0, 'keys', 'list', '--namespace', 'clocks', '--agent', 'listed');
  expect(keys.map(({ key_id }) => key_id)).toEqual(made);
  const entries = await commandAt(0, 'audit', 'list');
  const creations = entries.filter(({ key_id }) => made.includes(key_id));
  expect(creations.map(({ key_id }) => key_id)).toEqual(made.toReversed());
}, 60_000);
