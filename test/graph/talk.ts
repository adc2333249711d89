import type { StoredEvent } from '#contracts/events.js';
import type { Scope } from '#contracts/scope.js';
import { inTransaction } from '#database/transaction.js';
import { readStreams } from '#event-store/read-log.js';
import { forgetMemory } from '#memories/forget/forget-memory.js';
import { lockScope } from '#database/in-locked-scope.js';
import { restoreMemory } from '#memories/restore/restore-memory.js';
import { encodeMemories, encodeRow, type TestStore } from '../event-store/store-setup.js';

export interface Talk {
  readonly scope: Scope;
  readonly events: StoredEvent[];
  /** UUIDs of the memories. */
  readonly ids: string[];
}

/** Stores the messages of one session of a new scope. */
export async function talkIn(store: TestStore, texts: readonly string[]): Promise<Talk> {
  const scope = await store.newScope();
  const turns = texts.map((text) => encodeRow(scope, { text }));
  for (const turn of turns)
    await encodeMemories(store.pool()).write({ ...turn, event: { ...turn.event, session: 1n } });
  const ids = turns.map((turn) => turn.memoryUuid);
  const events = await readStreams(store.pool(), scope.scopeId, ids, ['MemoryEncoded']);
  return { scope, ids, events: ids.flatMap((id) => events.filter((event) => event.streamId === id)) };
}

export function forgetIn(
  store: TestStore,
  scope: Scope,
  id: string,
  how: { readonly hard: boolean; readonly now: Date },
): Promise<void> {
  return inTransaction(store.pool(), async (tx) => {
    await lockScope(tx, scope.scopeId);
    await forgetMemory(tx, scope.scopeId, id, how);
  });
}

export function restoreIn(store: TestStore, scope: Scope, id: string, now: Date): Promise<void> {
  return inTransaction(store.pool(), async (tx) => {
    await lockScope(tx, scope.scopeId);
    await restoreMemory(tx, scope.scopeId, id, now);
  });
}
