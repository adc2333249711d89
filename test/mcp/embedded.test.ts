import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../harness/free-port.js';
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
  await useTool(first.client, 'whoami');
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

test('what keeps the memory from working is told by every call, and once on standard error', async () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ ENGRAPH_URL: 'http://127.0.0.1:1' }, /wrong_settings: ENGRAPH_API_KEY is required/],
    [{ ENGRAPH_URL: 'http://127.0.0.1:1', ENGRAPH_API_KEY: 'secret-key' }, /127\.0\.0\.1:1 cannot be reached/],
    [{ ENGRAPH_URL: 'http://key@127.0.0.1:1', ENGRAPH_API_KEY: 'secret-key' }, /must hold no credential/],
    [{ ENGRAPH_URL: 'memory', ENGRAPH_API_KEY: 'secret-key' }, /must begin with http/],
    [{ DATA_DIR: join(process.execPath, 'data') }, /could not be started: ENOTDIR/],
  ];
  for (const [env, message] of wrong) {
    const { client, errors } = await stdioClient({ DATA_DIR: dataDir, ...env });
    expect((await client.listTools()).tools).toHaveLength(6);
    const { failed, text } = await useTool(client, 'recall', { query: 'window seat' });
    expect([failed, text]).toEqual([true, expect.stringMatching(message)]);
    expect(text).toContain('tell the user why');
    await expect(client.listResources()).rejects.toThrow();
    await until(() => Promise.resolve(errors().endsWith('\n')), 10_000, 'the reason on standard error');
    await client.close();
    expect(errors().trim().split('\n')).toHaveLength(1);
    expect(errors() + text).not.toContain('secret-key');
  }
});

test('a service that comes later is used from then on', async () => {
  const port = await freePort();
  const { client } = await stdioClient({ ENGRAPH_URL: `http://127.0.0.1:${String(port)}`, ENGRAPH_API_KEY: 'key' });
  expect((await useTool(client, 'whoami')).text).toMatch(/^connection: .*tell the user why/);
  const may = ['encode', 'recall', 'plan', 'reason', 'forget', 'admin'].map((act) => [`can_${act}`, act === 'recall']);
  const caller = { namespace: 'later', agent: 'one', agent_id: randomUUID(), permissions: Object.fromEntries(may) };
  const identity = { ...caller, identity: randomUUID(), auth: 'api_key' };
  const service = createServer((_request, response) => response.end(JSON.stringify(identity)));
  await once(service.listen(port, '127.0.0.1'), 'listening');
  expect((await useTool(client, 'whoami')).text).toContain('namespace later. This key may: recall.');
  await client.close();
  await promisify(service.close.bind(service))();
});
