import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { memoryIdOfUuid, newMemoryUuid } from '#contracts/memory-id.js';
import { chatText } from '../chat-texts.js';
import { programArgument } from '../processes.js';
import { percentile } from '../statistics.js';
import { BENCH_SCOPE, FOUR_INSERTS } from './four-inserts.js';
import type { Load } from '../http-load.js';

export interface RoundTripOptions {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
}

/** One transaction per memory, each statement a round trip with a prepared statement, on every connection at once. */
async function runRoundTrips({ url, connections, seconds }: RoundTripOptions): Promise<Load> {
  const clients = await Promise.all(Array.from({ length: connections }, () => connected(url)));
  const latencies: number[] = [];
  let inTime = 0;
  const endsAt = performance.now() + seconds * 1000;
  const work = async (client: pg.Client): Promise<void> => {
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      await encodeOnce(client);
      const now = performance.now();
      latencies.push(now - startedAt);
      if (now <= endsAt) inTime += 1;
    }
  };
  await Promise.all(clients.map(work));
  await Promise.all(clients.map((client) => client.end()));
  const { user, system } = process.cpuUsage();
  return {
    clients: connections,
    completed: latencies.length,
    perSecond: inTime / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    cpuSeconds: (user + system) / 1e6,
  };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function encodeOnce(client: pg.Client): Promise<void> {
  const values = rowOf();
  await client.query('BEGIN');
  for (const [i, { text, parameters }] of FOUR_INSERTS.entries())
    await client.query({ name: `insert-${String(i)}`, text, values: parameters.map((at) => values[at]) });
  await client.query('COMMIT');
}

/** The seven parameters of FOUR_INSERTS. */
function rowOf(): unknown[] {
  const n = randomBytes(4).readUInt32LE();
  const memory = newMemoryUuid();
  const shared = {
    memory_id: memoryIdOfUuid(memory),
    salience: 0.5,
    kind: 0,
    created_at_unix_nanos: Date.now() * 1_000_000,
  };
  const data = { ...shared, text: chatText(n), session: n % 500, speaker: 'Maria', role: 'user', metadata: null };
  const json = JSON.stringify({ ...data, occurred_at_unix_nanos: 0 });
  const fingerprint = createHash('sha256').update(json).digest();
  const result = JSON.stringify({ ...shared, auto_edges_added: 0 });
  return [BENCH_SCOPE, uuidv7(), fingerprint, result, memory, uuidv7(), json];
}

process.stdout.write(JSON.stringify(await runRoundTrips(programArgument() as RoundTripOptions)));
