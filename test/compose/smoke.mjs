/**
 * Smoke test of a running compose stack: node test/compose/smoke.mjs EXTRACTORS
 * Makes a key, encodes two memories by HTTP, waits for their graph, and looks at Kafka with Kafka's own programs.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const COMMAND_LIMIT_MS = 90_000;
const GRAPH_LIMIT_MS = 60_000;
const GROUP_LIMIT_MS = 60_000;
const REQUEST_LIMIT_MS = 10_000;
const KAFKA = ['exec', '-T', 'kafka'];
const BROKER = ['--bootstrap-server', 'localhost:9092'];

const extractors = Number(process.argv[2] ?? 1);
const api = await baseUrl();
const key = await makeKey();

const first = await encode('Alice Chen works at Acme Corp in Berlin.');
const second = await encode('Alice Chen met Bob Miller at the conference.');
const alice = await until('Alice Chen in both memories', GRAPH_LIMIT_MS, async () => {
  const { entities } = await request('GET', '/v1/entities?limit=1000');
  return entities.find((entity) => entity.canonical_name === 'Alice Chen' && entity.mention_count === 2);
});
const { relations } = await request('GET', `/v1/entities/${alice.entity_id}/relations?type=core:works_at`);
assert.equal(relations.length, 1, 'Alice Chen has one core:works_at edge');
assert.deepEqual(relations[0].memory_ids, [first]);
say('the graph has Alice Chen twice, and where she works');

assert.equal((await fetch(`${api}/v1/studio/`)).status, 200, 'the image has studio');
say('studio is served');

const events = await readTopic('engraph.memory.events', 2);
assert.deepEqual(events.map((event) => event.type).sort(), ['engraph.MemoryEncoded', 'engraph.MemoryEncoded']);
assert.deepEqual(events.map((event) => event.data.memory_id).sort(), [first, second].sort());
say('both MemoryEncoded events are on their topic');

await until(`${extractors} extractors that share the partitions`, GROUP_LIMIT_MS, async () => {
  const members = await partitionsOfMembers('engraph-extractor');
  return members.length === extractors && members.every((partitions) => partitions > 0);
});
say(`the consumer group has ${extractors} members`);

async function baseUrl() {
  const address = (await compose('port', 'api', '8080')).trim();
  return `http://${address.replace(/^0\.0\.0\.0|^\[::\]/, '127.0.0.1')}`;
}

async function makeKey() {
  const line = await compose('run', '--rm', '-T', 'cli', 'keys', 'create', '--namespace=smoke', '--agent=smoke');
  return JSON.parse(line).key;
}

async function encode(text) {
  const { memory_id } = await request('POST', '/v1/memories', { text });
  assert.match(memory_id, /^[0-9]+$/);
  return memory_id;
}

async function request(method, path, body) {
  const answer = await fetch(`${api}${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
  });
  assert.equal(answer.status, 200, `${method} ${path} answered ${answer.status}`);
  return answer.json();
}

/** The first events of a topic, read with the console consumer. */
async function readTopic(topic, count) {
  const tool = '/opt/kafka/bin/kafka-console-consumer.sh';
  const limits = ['--max-messages', String(count), '--timeout-ms', '30000'];
  const lines = await compose(...KAFKA, tool, ...BROKER, '--topic', topic, '--from-beginning', ...limits);
  return lines
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

/** How many partitions each member of a group has. */
async function partitionsOfMembers(group) {
  const tool = '/opt/kafka/bin/kafka-consumer-groups.sh';
  const table = await compose(...KAFKA, tool, ...BROKER, '--describe', '--members', '--group', group);
  const [head, ...rows] = table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((row) => row.length > 1);
  const column = head.indexOf('#PARTITIONS');
  assert.notEqual(column, -1, `no column #PARTITIONS in: ${table}`);
  return rows.map((row) => Number(row[column]));
}

async function compose(...args) {
  const { stdout } = await promisify(execFile)('docker', ['compose', ...args], { timeout: COMMAND_LIMIT_MS });
  return stdout;
}

async function until(what, limitMs, attempt) {
  const end = Date.now() + limitMs;
  for (;;) {
    const result = await attempt();
    if (result) return result;
    if (Date.now() > end) throw new Error(`not within ${limitMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

function say(line) {
  process.stdout.write(`smoke: ${line}\n`);
}
