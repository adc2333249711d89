import { expect, test } from '@jest/globals';
import { findIdentity } from '#access/api-keys.js';
import { ACCESS_ENTITIES } from '#access/access-entities.js';
import { listAudit } from '#access/audit.js';
import { Authenticator } from '#access/authenticator.js';
import { createKey, rotateKey } from '#access/key-operations.js';
import { leaseTokens } from '#access/lease-tokens.js';
import { createDataSource, createServicePool } from '#database/data-source.js';
import { inScope } from '#database/in-scope.js';
import { inTransaction } from '#database/transaction.js';
import { fingerprintOf } from '#event-store/request-ledger.js';
import { readLog, LOG_START } from '#event-store/read-log.js';
import { writeIdempotently } from '#event-store/idempotent-write.js';
import { eraseScope } from '#memories/erase/erase-scope.js';
import { forgetMemory } from '#memories/forget/forget-memory.js';
import { linkMemories } from '#memories/links/memory-links.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { RebuildRunning, underRebuildLock } from '#graph/rebuild/rebuild-lock.js';
import { encodeMemories, encodeRow, useStore } from '../event-store/store-setup.js';
import { encodeTexts, extractMemories, mentionCounts, whileScopeIsLocked } from '../extractor/extractor-setup.js';
import { until } from '../harness/until.js';
import { rowsOfScope } from './rows-of-scope.js';

const store = useStore();
const NOON = new Date('2026-03-14T12:00:00Z');
/** What remains of a scope without keys: namespace and agent, the mark, and one event. */
const NOTHING = { erased_scopes: 1, events: 1, scopes: 1 };

/** A scope with memories in every state. */
async function fullScope() {
  const scope = await store.newScope();
  const pool = store.pool();
  const events = await encodeTexts(pool, scope, ['met Maya', 'met ☠ Oskar', 'met Nadia', 'met Ida in Oslo', 'met Pia']);
  await extractMemories(pool, { llmPolicy: 'always' }).handle(events.slice(0, 4));
  const [a = '', , b = '', c = ''] = events.map((event) => event.streamId);
  for (const [source, target] of [
    [a, b],
    [b, c],
  ] as const)
    await inTransaction(pool, (tx) =>
      linkMemories(tx, scope.scopeId, { source, target, kind: 'supports' }, { weight: 1, nowNanos: 1n }),
    );
  await inTransaction(pool, (tx) => forgetMemory(tx, scope.scopeId, c, { hard: false, now: NOON }));
  return { scope, events };
}

test('an erased scope leaves its names, the mark and one event, and other scopes are as they were', async () => {
  const { scope } = await fullScope();
  const other = await fullScope();
  const before = await rowsOfScope(store.pool(), other.scope.scopeId);
  expect(Object.keys(await rowsOfScope(store.pool(), scope.scopeId))).toEqual(
    expect.arrayContaining(['entities', 'events', 'forgotten_links', 'llm_jobs', 'memories', 'memory_links']),
  );
  expect(await eraseScope(store.pool(), scope.scopeId, { now: NOON })).toMatchObject({ finished: true });
  expect(await rowsOfScope(store.pool(), scope.scopeId)).toEqual(NOTHING);
  expect(await rowsOfScope(store.pool(), other.scope.scopeId)).toEqual(before);

  // An event is readable when no older transaction is open in the cluster, including those of other tests.
  const own = await until(async () => {
    const { events } = await readLog(store.pool(), LOG_START, { events: 1_000, bytes: 1e6 }, [
      'ScopeErased',
      'MemoryEncoded',
    ]);
    const found = events.filter((event) => event.scope.scopeId === scope.scopeId);
    return found.length > 0 && found;
  });
  expect(own).toMatchObject([
    {
      type: 'ScopeErased',
      streamId: scope.scopeId,
      data: { erased_at_unix_nanos: BigInt(NOON.getTime()) * 1_000_000n },
    },
  ]);
  expect((await rebuildGraph(store.pool(), 'verify')).tables).toEqual([]);
});

test('an erasure that ends at any point is finished by the next, and is one', async () => {
  const { scope } = await fullScope();
  const stops = [1, 2, 3, 4];
  for (const stop of stops) {
    let batches = 0;
    const run = eraseScope(store.pool(), scope.scopeId, {
      now: NOON,
      batch: 2,
      onDeleted: () => {
        batches += 1;
        if (batches === stop) throw new Error('killed');
      },
    });
    await expect(run).rejects.toThrow('killed');
  }
  expect(await eraseScope(store.pool(), scope.scopeId, { now: NOON, batch: 2 })).toMatchObject({ finished: true });
  expect(await rowsOfScope(store.pool(), scope.scopeId)).toEqual(NOTHING);
  expect(await eraseScope(store.pool(), scope.scopeId, { now: NOON })).toMatchObject({ rows: 0, finished: false });
  expect(await rowsOfScope(store.pool(), scope.scopeId)).toEqual(NOTHING);
});

test('a write to an erased scope is refused, and its neighbours in the batch are stored', async () => {
  const { scope, events } = await fullScope();
  const other = await store.newScope();
  await eraseScope(store.pool(), scope.scopeId, { now: NOON });
  const service = createServicePool({ url: store.url(), poolSize: 2, connectTimeoutMs: 5_000, statementTimeoutMs: 0 });
  const writes = encodeMemories(service);
  const outcomes = await Promise.allSettled([
    writes.write(encodeRow(other)),
    writes.write(encodeRow(scope)),
    writes.write(encodeRow(other)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { name: 'ErasedScope', scopeId: scope.scopeId } });
  const key = { scopeId: scope.scopeId, requestId: 'r', operation: 'o', fingerprint: fingerprintOf('o', {}) };
  const write = writeIdempotently(service, key, NOON, () => Promise.resolve({}));
  await expect(write).rejects.toMatchObject({ name: 'ErasedScope' });
  await expect(writes.writeDistinct(encodeRow(scope))).rejects.toMatchObject({ name: 'ErasedScope' });
  const policy = { name: 'requests', capacity: 5, perSecond: 1, windowMs: null, lease: 2 } as const;
  const lease = leaseTokens(inScope(service, scope.scopeId), policy, { scopeId: scope.scopeId, caller: 'a' }, 2, NOON);
  await expect(lease).rejects.toMatchObject({ name: 'ErasedScope' });
  await service.end();
  await extractMemories(store.pool()).handle(events);
  expect(await rowsOfScope(store.pool(), scope.scopeId)).toEqual(NOTHING);
});

test('what was under way when the scope was closed is waited for, and goes too', async () => {
  const { scope, events } = await fullScope();
  const other = await store.newScope();
  const late = encodeRow(scope);
  let erased: Promise<unknown> | undefined;
  let extracted: Promise<void> | undefined;
  let encoded: Promise<unknown> | undefined;
  let waits = 0;
  // Blocks the batch within its statement, which then does not see the mark.
  const blocker = await store.pool().connect();
  await blocker.query('BEGIN');
  await blocker.query(
    `INSERT INTO request_ledger (scope_id, request_id, operation, fingerprint, result, created_at)
     VALUES ($1, $2, 'o', '', '{}', now())`,
    [late.scopeId, late.requestId],
  );
  await whileScopeIsLocked(store.pool(), scope, async () => {
    encoded = encodeMemories(store.pool()).write(late);
    extracted = extractMemories(store.pool()).handle(events);
    await until(async () => {
      // Not with the blocker's connection: within a transaction, this view does not change.
      const { rows } = await store
        .pool()
        .query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      return rows.length === 2;
    });
    erased = eraseScope(store.pool(), scope.scopeId, {
      now: NOON,
      onWait: (holders) => {
        waits = holders.length;
      },
    });
    await until(() => Promise.resolve(waits > 0));
  });
  await blocker.query('ROLLBACK');
  blocker.release();
  await Promise.all([encoded, extracted, erased]);
  expect(await rowsOfScope(store.pool(), scope.scopeId)).toEqual(NOTHING);
  expect(await mentionCounts(store.pool(), other)).toEqual({});
});

test('keys and tokens of an erased scope are worth nothing, lose their names, and none is made any more', async () => {
  const options = { url: store.url(), poolSize: 2, connectTimeoutMs: 5_000, statementTimeoutMs: 0 };
  const source = await createDataSource({ ...options, entities: ACCESS_ENTITIES }).initialize();
  const operator = { actor: 'cli', requestId: 'r' } as const;
  const asked = { namespace: 'erase', agent: 'keys', name: 'of Maya', permissions: [], expiresAt: null };
  const { key, keyId, scopeId } = await createKey(source, operator, asked, NOON);
  await eraseScope(store.pool(), scopeId, { now: NOON });
  expect(await findIdentity(source, key, NOON)).toBeNull();
  expect(await source.query('SELECT name FROM api_keys WHERE key_id = $1', [keyId])).toEqual([{ name: '' }]);
  await source.query('UPDATE api_keys SET revoked_at = NULL WHERE key_id = $1', [keyId]);
  expect(await new Authenticator(source).authenticate(key)).toBeNull();
  const refused = { name: 'OperationRefused', reason: 'erased_scope' };
  await expect(createKey(source, operator, asked, NOON)).rejects.toMatchObject(refused);
  await expect(rotateKey(source, operator, { keyId, graceSeconds: 60 }, NOON)).rejects.toMatchObject(refused);
  const { entries } = await listAudit(source, operator, { limit: 10, before: null, keyId: null }, NOON);
  expect(
    entries.filter((entry) => entry.scopeId === scopeId).map(({ operation, outcome }) => [operation, outcome]),
  ).toEqual([
    ['keys.rotate', 'erased_scope'],
    ['keys.create', 'erased_scope'],
    ['scope.erase', 'done'],
    ['keys.create', 'done'],
  ]);
  await source.destroy();
});

test('a scope that never was is not erased, and none while a rebuild runs', async () => {
  const unknown = eraseScope(store.pool(), '00000000-0000-4000-8000-000000000000', { now: NOON });
  await expect(unknown).rejects.toMatchObject({ name: 'UnknownScope' });
  const scope = await store.newScope();
  await underRebuildLock(store.pool(), async () => {
    await expect(eraseScope(store.pool(), scope.scopeId, { now: NOON })).rejects.toBeInstanceOf(RebuildRunning);
  });
});
