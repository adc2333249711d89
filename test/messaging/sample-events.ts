import { randomUUID } from 'node:crypto';
import type { StoredEventOf } from '#contracts/events.js';
import { memoryIdOfUuid, newMemoryUuid } from '#contracts/memory-id.js';
import { type Scope, scopeOf } from '#contracts/scope.js';

/** A unique scope. */
export function newScope(): Scope {
  return scopeOf('test', randomUUID());
}

/** An event as in the log; `position` is its place in the scope. */
export function memoryEncoded(
  scope: Scope,
  position: number,
  text = `turn ${String(position)}`,
): StoredEventOf<'MemoryEncoded'> {
  const streamId = newMemoryUuid();
  return {
    id: randomUUID(),
    type: 'MemoryEncoded',
    schemaVersion: 1,
    scope,
    streamId,
    at: { epoch: 1, txid: 1000n, position: BigInt(position) },
    recordedAt: new Date('2026-03-14T09:26:53.589Z'),
    data: {
      memory_id: memoryIdOfUuid(streamId),
      text,
      kind: 0,
      salience: 0.5,
      session: 18_446_744_073_709_551_615n,
      speaker: 'Maria',
      role: 'user',
      metadata: null,
      created_at_unix_nanos: 1_700_000_000_000_000_001n,
      occurred_at_unix_nanos: 1_700_000_000_000_000_001n,
    },
  };
}

export function memoryForgotten(
  of: StoredEventOf<'MemoryEncoded'>,
  position: number,
): StoredEventOf<'MemoryForgotten'> {
  const data = { memory_id: of.data.memory_id, hard: true };
  return { ...of, id: randomUUID(), type: 'MemoryForgotten', at: { ...of.at, position: BigInt(position) }, data };
}

export function numbered(scope: Scope, count: number): StoredEventOf<'MemoryEncoded'>[] {
  return Array.from({ length: count }, (_, position) => memoryEncoded(scope, position));
}
