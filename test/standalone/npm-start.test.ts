import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findRunningPostgres } from '#database/embedded-postgres-running.js';
import { query } from '../harness/postgres.js';
import { testDatabase } from '../harness/services.js';
import { until } from '../harness/until.js';
import { freePort } from '../harness/free-port.js';

/** The program of `npm start` with its own Postgres; nothing is faked. */
interface Started {
  readonly process: ChildProcess;
  output(): string;
}

let dataDir: string;
let port: string;
const started: Started[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'engraph-start-'));
  port = String(await freePort());
});
afterEach(async () => {
  for (const one of started.splice(0)) await end(one, 'SIGTERM');
  await rm(dataDir, { recursive: true });
});

function environment(settings: Record<string, string> = {}): NodeJS.ProcessEnv {
  const own = { PORT: port, METRICS_PORT: '0', DATA_DIR: dataDir, DATABASE_URL: '', KAFKA_BROKERS: '' };
  return { ...process.env, ...own, ...settings };
}

function start(
  program = process.execPath,
  args = ['dist/apps/standalone/src/main.js'],
  settings: Record<string, string> = {},
): Started {
  const child = spawn(program, args, { env: environment(settings), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const one = { process: child, output: () => output };
  started.push(one);
  return one;
}

async function end({ process: child }: Started, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

function ready(one: Started): Promise<boolean> {
  return until(
    () => Promise.resolve(one.output().includes('Stop with Ctrl-C')),
    240_000,
    `the welcome (${one.output()})`,
  );
}

/** The commands that it printed. */
function commandsOf(one: Started): string[] {
  return one
    .output()
    .split('\n')
    .flatMap((line) => /^ +(curl .*)$/.exec(line)?.[1] ?? []);
}

/** Output of a command, run by a shell. */
async function answerTo(command: string): Promise<unknown> {
  return JSON.parse((await promisify(execFile)('bash', ['-c', command])).stdout);
}

async function paste(one: Started): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const command of commandsOf(one)) answers.push(await answerTo(command));
  return answers;
}

/** Waits until everything is as expected. */
function untilExpected(expectations: () => Promise<void>): Promise<boolean> {
  return until(() => expectations().then(() => true), 60_000, 'what is expected');
}

test('the three printed commands store two memories and show their graph', async () => {
  const engraph = start();
  await ready(engraph);
  const answers = await paste(engraph);
  expect(answers).toHaveLength(3);
  expect(answers[0]).toMatchObject({ memory_id: expect.stringMatching(/^\d+$/), was_deduplicated: false });
  // The second command waits ten seconds for its memory; loading the model may take longer on a slow machine.
  await untilExpected(async () => {
    const graph = await answerTo(commandsOf(engraph)[2] ?? '');
    const { nodes, edges } = graph as { nodes: { label: string }[]; edges: { label: string }[] };
    expect(nodes.map((node) => node.label)).toEqual(
      expect.arrayContaining(['Alice Chen', 'Acme Corp', 'Bob Martinez', 'Lisbon']),
    );
    expect(edges.map((edge) => edge.label)).toEqual(expect.arrayContaining(['core:works_at', 'core:reports_to']));
  });

  const key = (await readFile(join(dataDir, 'demo.key'), 'utf8')).trim();
  expect(engraph.output()).toContain(key);
  expect(engraph.output()).not.toContain('Warning');
  expect((await stat(join(dataDir, 'demo.key'))).mode & 0o777).toBe(0o600);
});

test('after kill -9 it starts again on the same data, with the same key, and counts on', async () => {
  const first = start();
  await ready(first);
  await paste(first);
  await end(first, 'SIGKILL');

  const second = start();
  await ready(second);
  const key = (await readFile(join(dataDir, 'demo.key'), 'utf8')).trim();
  expect(first.output()).toContain(key);
  expect(second.output()).not.toContain(key);
  await paste(second);
  const url = `http://127.0.0.1:${port}/v1/entities?prefix=alice`;
  await untilExpected(async () => {
    const response = await fetch(url, { headers: { 'x-api-key': key } });
    expect(await response.json()).toMatchObject({ count: 1, entities: [{ mention_count: 4 }] });
  });
});

test('a demo key that has expired is renewed by the next start, which says so', async () => {
  const first = start();
  await ready(first);
  const key = (await readFile(join(dataDir, 'demo.key'), 'utf8')).trim();
  const { lines } = await engraphCommand('keys', 'list');
  const { expires_at } = JSON.parse(lines[0] ?? '') as { expires_at: string };
  const days = (Date.parse(expires_at) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
  const url = await findRunningPostgres(dataDir);
  await query(url ?? '', `UPDATE api_keys SET expires_at = now() - interval '1 second'`);
  await end(first, 'SIGTERM');

  const second = start(undefined, undefined, { DEMO_KEY_DAYS: '0' });
  await ready(second);
  const renewed = (await readFile(join(dataDir, 'demo.key'), 'utf8')).trim();
  expect(renewed).not.toBe(key);
  expect(second.output()).toMatch(/expired.*takes its place/);
  expect(second.output()).toContain(renewed);
  expect((await stat(join(dataDir, 'demo.key'))).mode & 0o777).toBe(0o600);
  const whoami = `http://127.0.0.1:${port}/v1/whoami`;
  expect((await fetch(whoami, { headers: { 'x-api-key': renewed } })).status).toBe(200);
  expect((await fetch(whoami, { headers: { 'x-api-key': key } })).status).toBe(401);
  const after = await engraphCommand('keys', 'list');
  expect(after.lines.map((line) => (JSON.parse(line) as { expires_at: unknown }).expires_at)).toContain(null);
});

test('with a Postgres of somebody else there is no demo key', async () => {
  const databaseUrl = await testDatabase();
  const engraph = start(undefined, undefined, { DATABASE_URL: databaseUrl });
  await ready(engraph);
  expect(engraph.output()).toContain('keys create');
  await expect(stat(join(dataDir, 'demo.key'))).rejects.toThrow('ENOENT');
  expect(await query(databaseUrl, 'SELECT key_id FROM api_keys')).toEqual([]);
});

test('a second instance on the same data is told in one line, and the first goes on', async () => {
  const first = start();
  await ready(first);
  const second = start();
  await once(second.process, 'exit');
  expect(second.process.exitCode).toBe(1);
  expect(second.output().trim().split('\n')).toHaveLength(1);
  expect(second.output()).toContain(dataDir);
  expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
});

test('a taken port is told in one line', async () => {
  const holder = createServer().listen(Number(port), '127.0.0.1');
  await once(holder, 'listening');
  const engraph = start();
  await once(engraph.process, 'exit');
  holder.close();
  expect(engraph.process.exitCode).toBe(1);
  expect(engraph.output()).not.toContain('{');
  const lines = engraph.output().trim().split('\n');
  expect(lines.at(-1)).toBe(`engraph: port ${port} is taken; choose another with PORT=…`);
});

test('SIGTERM ends it in order, its Postgres too', async () => {
  const engraph = start();
  await ready(engraph);
  await end(engraph, 'SIGTERM');
  expect(engraph.process.exitCode).toBe(0);
  await expect(stat(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
});

test('a signal to the shell that npm runs its script in reaches the program, repeated or not', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } };
  const engraph = start('sh', ['-c', scripts.start.replace('npm run -s build', 'true')]);
  await ready(engraph);
  // The terminal sends SIGINT to the program, and npm forwards its own.
  engraph.process.kill('SIGINT');
  await end(engraph, 'SIGINT');
  expect(engraph.process.exitCode).toBe(0);
  await expect(stat(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
});

test('half a request does not hold up the end', async () => {
  // The timeout for receiving a request exceeds that of this test.
  const engraph = start(undefined, undefined, { REQUEST_TIMEOUT_MS: '600000' });
  await ready(engraph);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => undefined).resume();
  const head = ['POST /v1/memories HTTP/1.1', 'host: a', 'content-type: application/json', 'content-length: 100'];
  socket.write(`${head.join('\r\n')}\r\n\r\n{`);
  // Connections are accepted in order, so the server has accepted both.
  expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
  const closed = once(socket, 'close');
  await end(engraph, 'SIGTERM');
  expect(engraph.process.exitCode).toBe(0);
  await closed;
});

function engraphCommand(...args: string[]) {
  const run = promisify(execFile)(process.execPath, ['dist/apps/cli/src/main.js', ...args], { env: environment() });
  return run.then(
    ({ stdout }) => ({ code: 0, lines: stdout.trim().split('\n') }),
    (error: unknown) => {
      const { code, stderr } = error as { code: number; stderr: string };
      return { code, lines: stderr.trim().split('\n') };
    },
  );
}

test('a command on a directory without a database says so in one line, and makes none', async () => {
  const { code, lines } = await engraphCommand('keys', 'list');
  expect([code, lines]).toEqual([1, [expect.stringContaining(dataDir)]]);
  await expect(stat(join(dataDir, 'postgres'))).rejects.toThrow('ENOENT');
});

test('revoking what is no key id is told in one line, and keys are listed with their scope', async () => {
  const { code, lines } = await engraphCommand('keys', 'revoke', 'nonsense');
  expect([code, lines]).toEqual([1, [expect.stringContaining('UUID')]]);
  await ready(start());
  const list = await engraphCommand('keys', 'list');
  expect(list.lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ namespace: 'demo', agent: 'demo' }]);
});
