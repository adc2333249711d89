import { afterEach, expect, test } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { query } from '../harness/postgres.js';
import { testDatabase } from '../harness/services.js';
import { until } from '../harness/until.js';
import { PERMISSIONS } from '#access/permissions.js';
import { createClient, type Client } from '../path/client.js';
import { makeKey } from '../path/run-engraph.js';
import { freePort } from '../harness/free-port.js';
import { holdUp, startReplica } from './api-replica.js';

const cleanUp: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const PROGRAM = ['--import', './test/harness/run-typescript.mjs', 'test/http/standalone-program.ts'];

/** The program of `npm start`, in a separate process. */
interface Program {
  readonly process: ChildProcess;
  readonly port: number;
  readonly client: Client;
}

async function startProgram(databaseUrl: string): Promise<Program> {
  const dataDir = await mkdtemp(join(tmpdir(), 'engraph-shutdown-'));
  const port = await freePort();
  const child = spawn(process.execPath, PROGRAM, {
    env: { ...process.env, PORT: String(port), METRICS_PORT: '0', DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    stdio: 'ignore',
  });
  cleanUp.push(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(dataDir, { recursive: true });
  });
  const ready = async (): Promise<boolean> => (await fetch(`http://127.0.0.1:${String(port)}/health/ready`)).ok;
  await until(ready, 240_000, 'readiness');
  const key = await makeKey(databaseUrl, 'acme', 'shutdown', PERMISSIONS);
  return { process: child, port, client: createClient(`http://127.0.0.1:${String(port)}`, key) };
}

/** A keep-alive connection on which one request was answered. */
async function keptAlive(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n');
  await once(socket, 'data');
  socket.resume();
  return socket;
}

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return (error as { code?: string }).code === 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}

test('at SIGTERM requests under way are answered, and connections that are kept or new are not', async () => {
  const databaseUrl = await testDatabase();
  const { process: child, port, client } = await startProgram(databaseUrl);
  const idle = await keptAlive(port);
  const release = await holdUp(databaseUrl, 'session_heads');
  const write = client.post('/v1/memories', { text: 'accepted', session: 1 });
  const blocked = `SELECT FROM pg_locks WHERE relation = 'session_heads'::regclass AND NOT granted`;
  await until(async () => (await query(databaseUrl, blocked)).length > 0, 60_000, 'the write');

  const exit = once(child, 'exit');
  const closed = once(idle, 'close');
  child.kill('SIGTERM');
  await closed;
  await until(() => isRefused(port), 60_000, 'the refusal of new connections');
  await release();
  expect((await write).status).toBe(200);
  await exit;
  expect(child.exitCode).toBe(0);
  expect(await query(databaseUrl, 'SELECT text FROM memories')).toEqual([{ text: 'accepted' }]);
});

test('a shutdown does not wait for those who wait for an extraction: they are told that it is pending', async () => {
  const databaseUrl = await testDatabase();
  const api = await startReplica(databaseUrl);
  const client = await api.client('shutdown', 'wait');
  const writes = Array.from({ length: 20 }, (_, i) =>
    client.post('/v1/memories', { text: `turn ${String(i)}` }, { prefer: 'wait=30' }),
  );
  await until(async () => (await query(databaseUrl, 'SELECT FROM memories')).length === 20);
  const started = Date.now();
  await api.stop();
  const answers = await Promise.all(writes);
  expect(Date.now() - started).toBeLessThan(20_000);
  for (const { status, headers } of answers)
    expect([status, headers.get('preference-applied')]).toEqual([200, 'wait=30; extraction=pending']);
});
