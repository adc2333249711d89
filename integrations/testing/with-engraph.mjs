// Runs a command beside an Engraph of its own, with an empty data directory and free ports:
//   node integrations/testing/with-engraph.mjs COMMAND…
// The command finds it by ENGRAPH_URL and ENGRAPH_API_KEY (namespace demo, agent demo). DATA_DIR is the service's own,
// so that `engraph keys create` makes more keys. The exit code is that of the command. Needs a build: npm run build.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const START_LIMIT_MS = 240_000;

const [command, ...args] = process.argv.slice(2);
if (command === undefined) throw new Error('usage: with-engraph.mjs COMMAND…');

const dataDir = await mkdtemp(join(tmpdir(), 'engraph-integration-'));
const own = { DATA_DIR: dataDir, DATABASE_URL: '', KAFKA_BROKERS: '', METRICS_PORT: '0' };
const port = await freePort();
const engraph = spawn(process.execPath, [join(ROOT, 'dist/apps/standalone/src/main.js')], {
  cwd: ROOT,
  env: { ...process.env, ...own, PORT: String(port) },
  stdio: ['ignore', 'pipe', 'pipe'],
});
let output = '';
for (const stream of [engraph.stdout, engraph.stderr]) stream.on('data', (chunk) => (output += chunk));
const ended = once(engraph, 'exit');

try {
  await started();
  process.exitCode = await run();
} finally {
  engraph.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address();
  server.close();
  await once(server, 'close');
  return free;
}

/** Returns once the service is ready; throws with its output if it ends before, or takes too long. */
async function started() {
  const limit = AbortSignal.timeout(START_LIMIT_MS);
  while (!output.includes('Stop with Ctrl-C')) {
    const news = [once(engraph.stdout, 'data', { signal: limit }), ended.then(() => 'ended')];
    if ((await Promise.race(news)) === 'ended') throw new Error(`Engraph did not start:\n${output}`);
  }
}

async function run() {
  const key = (await readFile(join(dataDir, 'demo.key'), 'utf8')).trim();
  const found = { ENGRAPH_URL: `http://127.0.0.1:${port}`, ENGRAPH_API_KEY: key };
  const child = spawn(command, args, { env: { ...process.env, ...own, ...found }, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
