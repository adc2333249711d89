import { afterEach, expect, test } from '@jest/globals';
import { changeEvents } from '../harness/change-events.js';
import { pino } from 'pino';
import type { StoredEvent } from '#contracts/events.js';
import { Relay } from '#apps/api/src/kafka/relay.js';
import { RELAY_READER } from '#event-store/checkpoints.js';
import { readerLag, readerState } from '#event-store/reader-state.js';
import { Metrics } from '#telemetry/metrics.js';
import { Readiness } from '#telemetry/readiness.js';
import { until } from '../harness/until.js';
import { encodeMemories, encodeRow, useStore } from './store-setup.js';

const store = useStore();
let relay: Relay | undefined;
const published: string[] = [];
const lines: string[] = [];

afterEach(async () => {
  await relay?.stop();
});

function startRelay(): Relay {
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const publish = (events: readonly StoredEvent[]): Promise<void> => {
    published.push(...events.map(({ streamId }) => streamId));
    return Promise.resolve();
  };
  relay = new Relay({ pool: store.pool(), now: () => new Date(), pollMs: 20, sweepAfterMs: 3_600_000, log, publish });
  relay.start();
  return relay;
}

async function encode(count: number): Promise<string[]> {
  const scope = await store.newScope();
  const rows = Array.from({ length: count }, () => encodeRow(scope));
  for (const row of rows) await encodeMemories(store.pool()).write(row);
  return rows.map((row) => row.memoryUuid);
}

/** Changes an event as if a newer version of the service had written it. */
async function rewrite(memoryUuid: string | undefined, type: string, version: number): Promise<void> {
  const sql = 'UPDATE events SET type = $2, schema_version = $3 WHERE stream_id = $1';
  await changeEvents(store.pool(), sql, [memoryUuid, type, version]);
}

test.each([
  ['a type', 'MemoryArchived', 1],
  ['a version of a type', 'MemoryEncoded', 99],
])(
  'the relay stops before %s that it does not know, says so, and passes nothing over it',
  async (_what, type, version) => {
    const ids = await encode(5);
    await rewrite(ids[2], type, version);
    published.length = 0;
    lines.length = 0;
    startRelay();
    const stoppedBy = async (): Promise<string | null> => (await readerState(store.pool(), RELAY_READER)).unknownEvent;
    await until(async () => (await stoppedBy()) === `${type} version ${String(version)}`);
    expect(published).toEqual(ids.slice(0, 2));
    expect((await readerLag(store.pool(), RELAY_READER)).events).toBe(3);
    // The state is stored before the line is written.
    const told = `"type":"${type}","version":${String(version)}`;
    await until(() => Promise.resolve(lines.some((line) => line.includes(told))));
    const metrics = new Metrics();
    const readiness = new Readiness({
      pool: store.pool(),
      system: store.pool(),
      now: () => new Date(),
      logReader: RELAY_READER,
    });
    readiness.sampleInto(metrics);
    expect(await readiness.read()).toMatchObject({
      status: 'degraded',
      log_reader: { state: 'stopped', unknown_event: `${type} version ${String(version)}` },
    });
    expect(await metrics.registry.metrics()).toContain('engraph_log_reader_stopped{reader="kafka-relay"} 1');

    // As after an update: the event is known now.
    await rewrite(ids[2], 'MemoryEncoded', 1);
    await until(() => Promise.resolve(published.length === 5));
    expect(published).toEqual(ids);
    await until(async () => (await stoppedBy()) === null);
  },
);
