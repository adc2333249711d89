import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

let engraph: RunningEngraph;
let client: Client;

beforeAll(async () => {
  engraph = await runEngraph('log');
  client = await engraph.client('erase', 'commands');
});
afterAll(async () => {
  await engraph.stop();
});

/** Output of a successful command, or the error of a failed one. */
async function command(...args: string[]): Promise<{ lines: unknown[] } | { code: number; said: string }> {
  const env = { ...process.env, DATABASE_URL: engraph.databaseUrl };
  const run = promisify(execFile)(process.execPath, ['dist/apps/cli/src/main.js', ...args], { env });
  return run.then(
    ({ stdout }) => ({
      lines: stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    }),
    (error: unknown) => {
      const { code, stderr } = error as { code: number; stderr: string };
      return { code, said: stderr.trim() };
    },
  );
}

const SCOPE = ['--namespace', 'erase', '--agent', 'commands'];
const listed = async (): Promise<number> => (await client.get('/v1/memories')).body.items.length;

test('restore brings a softly forgotten memory back, says of one that is there so, and refuses one that is erased', async () => {
  const memory_id = await client.remember('Maya Torlen lives in Oslo.');
  await client.delete('/v1/memories', { memory_id });
  expect(await listed()).toBe(0);
  const restore = () => command('restore', memory_id, ...SCOPE);
  expect(await restore()).toEqual({ lines: [{ memory_id, was_active: false, links_restored: 0 }] });
  expect(await listed()).toBe(1);
  expect((await client.get('/v1/entities?prefix=maya')).body.count).toBe(1);
  expect(await restore()).toMatchObject({ lines: [{ was_active: true }] });
  await client.delete('/v1/memories', { memory_id, hard: true });
  expect(await restore()).toEqual({ code: 1, said: 'engraph: the memory was erased: its text is gone' });
});

test('erase asks a person unless told not to, and says what was there', async () => {
  await client.remember('Nadia Brandt lives in Graz.');
  expect(await command('erase')).toMatchObject({ code: 1, said: expect.stringContaining('--compact') });
  expect(await command('erase', '--namespace', 'erase', '--compact')).toMatchObject({ code: 1 });
  expect(await command('erase', ...SCOPE)).toMatchObject({ code: 1, said: expect.stringContaining('--yes') });
  expect(await listed()).toBe(1);
  const unknown = await command('erase', '--yes', '--namespace', 'erase', '--agent', 'nobody');
  expect(unknown).toEqual({ code: 1, said: 'engraph: there is no such scope' });
  const first = await command('erase', '--yes', ...SCOPE);
  expect('lines' in first && first.lines.at(-1)).toMatchObject({ namespace: 'erase', was_erased: false });
  const again = await command('erase', '--yes', ...SCOPE);
  expect('lines' in again && again.lines.at(-1)).toMatchObject({ deleted: 0, was_erased: true });
  expect(await command('keys', 'create', ...SCOPE)).toMatchObject({ code: 1, said: expect.stringContaining('erased') });
});
