import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../harness/until.js';
import { stdioClient, useTool, type StdioClient } from './clients.js';

/** `engraph mcp` with everything embedded, on a directory of its own; nothing is faked. */
let dataDir: string;
const started: StdioClient[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'engraph-mcp-'));
});
afterEach(async () => {
  for (const { client } of started.splice(0)) await client.close();
  await until(() => isStopped(), 60_000, 'the service to end');
  await rm(dataDir, { recursive: true });
});

async function start(): Promise<StdioClient> {
  const one = await stdioClient({ DATA_DIR: dataDir });
  started.push(one);
  return one;
}

function isStopped(): Promise<boolean> {
  return stat(join(dataDir, 'postgres', 'postmaster.pid')).then(
    () => false,
    () => true,
  );
}

test('a second process joins the service of the first, and goes on with it when the first is gone', async () => {
  const first = await start();
  const second = await start();
  const text = 'Maria Silva prefers the window seat.';
  expect((await useTool(first.client, 'remember', { text })).failed).toBe(false);
  expect((await useTool(second.client, 'recall', { query: 'window seat' })).text).toContain(text);
  const key = (await readFile(join(dataDir, 'demo.key'), 'utf8')).trim();
  expect((await stat(join(dataDir, 'service.json'))).mode & 0o777).toBe(0o600);

  process.kill(first.pid, 'SIGKILL');
  await until(() => isStopped(), 60_000, 'the service to end with its process');
  expect((await useTool(second.client, 'recall', { query: 'window seat' })).text).toContain(text);
  for (const one of [first, second]) expect(one.errors()).not.toContain(key);
});

test('settings that cannot be are told in one line', async () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ ENGRAPH_URL: 'http://127.0.0.1:1' }, /ENGRAPH_API_KEY is required/],
    [{ ENGRAPH_URL: 'http://127.0.0.1:1', ENGRAPH_API_KEY: 'secret-key' }, /127\.0\.0\.1:1 cannot be reached/],
    [{ ENGRAPH_URL: 'http://key@127.0.0.1:1', ENGRAPH_API_KEY: 'secret-key' }, /must hold no credential/],
    [{ ENGRAPH_URL: 'memory', ENGRAPH_API_KEY: 'secret-key' }, /must begin with http/],
  ];
  for (const [env, message] of wrong) {
    const run = promisify(execFile)(process.execPath, ['dist/apps/cli/src/main.js', 'mcp'], {
      env: { ...process.env, ...env, DATA_DIR: dataDir },
    });
    const { code, stdout, stderr } = (await run.catch((error: unknown) => error)) as Record<string, string>;
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
    expect(stderr?.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain('secret-key');
  }
});
