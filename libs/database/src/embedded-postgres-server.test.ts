import { pbkdf2 } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startServer } from './embedded-postgres-server.js';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'engraph-postgres-'));
});

afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts another program in place of Postgres; nothing listens on port 1. */
async function startOf(program: string): Promise<unknown> {
  const place = { dataDir, clusterDir: dataDir, program, account: undefined, port: 1, password: '', settings: {} };
  return startServer(place, () => undefined);
}

/** Keeps every thread of Node's pool busy, so that each file operation takes longer than a short process lives. */
async function whileFilesAreSlow<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const hash = promisify(pbkdf2);
  const busy = Array.from({ length: 16 }, async () => {
    while (!isOver) await hash('password', 'salt', 20_000, 32, 'sha256');
  });
  return work.finally(async () => {
    isOver = true;
    await Promise.all(busy);
  });
}

test('a server that exits at once is detected, however slow the machine', async () => {
  await expect(whileFilesAreSlow(startOf('/bin/false'))).rejects.toMatchObject({
    name: 'PostgresStartFailed',
    message: expect.stringContaining('status 1'),
  });
}, 20_000);

test('a program that cannot be executed is a failed start', async () => {
  await expect(startOf(join(dataDir, 'missing'))).rejects.toMatchObject({
    name: 'PostgresStartFailed',
    message: expect.stringContaining('ENOENT'),
  });
}, 20_000);
