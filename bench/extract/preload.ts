import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { ensureScope } from '#access/api-keys.js';
import type { MemoryEncoded } from '#contracts/events.js';
import { memoryIdOfUuid, newMemoryUuid } from '#contracts/memory-id.js';
import type { Scope } from '#contracts/scope.js';
import { poolOf } from '#database/data-source.js';
import type { EncodeRow } from '#memories/encode/encode-batch.js';
import { EncodeMemories } from '#memories/encode/encode-memories.js';
import { fingerprintOf } from '#event-store/request-ledger.js';
import { LOG_START, readLog } from '#event-store/read-log.js';
import type { KafkaEventPublisher } from '#messaging/event-publisher.js';
import { chatText } from '../chat-texts.js';

const SWEEP_AFTER_MS = 24 * 60 * 60 * 1000;
const AT_A_TIME = 1_000;
const WAIT_MS = 20;
const MAX_WAITS = 1_500;

/**
 * Stores `perScope` memories in each of `scopes` scopes, in rotation, as the api would; each scope already has
 * `before`.
 */
export async function storeMemories(
  dataSource: DataSource,
  scopes: number,
  perScope: number,
  before = 0,
): Promise<void> {
  const owners: Scope[] = [];
  for (let i = 0; i < scopes; i += 1) owners.push(await ensureScope(dataSource, 'bench', `agent-${String(i)}`));
  const store = new EncodeMemories({
    pool: poolOf(dataSource),
    now: () => new Date(),
    extract: true,
    sweepAfterMs: SWEEP_AFTER_MS,
  });
  const rows = Array.from({ length: perScope }, (_, n) =>
    owners.map((scope, i) => rowOf(scope, (before + n) * scopes + i)),
  ).flat();
  for (let at = 0; at < rows.length; at += AT_A_TIME)
    await Promise.all(rows.slice(at, at + AT_A_TIME).map((row) => store.write(row)));
}

/** Publishes the next `count` events of the log and returns the place of the last of them. */
export async function publishFromLog(
  pool: Pool,
  publisher: KafkaEventPublisher,
  count: number,
  after = LOG_START,
): Promise<typeof LOG_START> {
  let place = after;
  let waited = 0;
  for (let left = count; left > 0;) {
    const limits = { events: Math.min(left, AT_A_TIME), bytes: 8 * 1024 * 1024 };
    const { events, end } = await readLog(pool, place, limits, ['MemoryEncoded']);
    if (end === place) {
      // A transaction that still runs holds back what was committed after it began.
      if ((waited += 1) > MAX_WAITS) throw new Error('the log ended too early');
      await delay(WAIT_MS);
    }
    await publisher.publish(events);
    left -= events.length;
    place = end;
  }
  return place;
}

function rowOf(scope: Scope, n: number): EncodeRow {
  const memoryUuid = newMemoryUuid();
  const event: MemoryEncoded = {
    memory_id: memoryIdOfUuid(memoryUuid),
    text: chatText(n),
    kind: 0,
    salience: 0.5,
    session: n % 10,
    speaker: 'Maria',
    role: 'user',
    metadata: null,
    created_at_unix_nanos: BigInt(Date.now()) * 1_000_000n + BigInt(n),
    occurred_at_unix_nanos: 0,
  };
  return {
    scopeId: scope.scopeId,
    requestId: `bench-${String(n)}`,
    operation: 'bench',
    fingerprint: fingerprintOf('bench', { n }),
    memoryUuid,
    event,
    result: {},
  };
}
