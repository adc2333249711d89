import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import { projectLlmExtractions } from '#extraction-jobs/llm/project-llm-extractions.js';
import { NO_OBSERVATIONS } from '#contracts/observations.js';
import type { Scope } from '#contracts/scope.js';
import { inTransaction } from '#database/transaction.js';
import { readStreams } from '#event-store/read-log.js';
import { eraseScope } from '#memories/erase/erase-scope.js';
import { forgetMemory } from '#memories/forget/forget-memory.js';
import { lockScope } from '#database/in-locked-scope.js';
import { rebuildGraph } from '#graph/rebuild/rebuild-graph.js';
import { encodeMemories, encodeRow, useStore } from '../event-store/store-setup.js';
import {
  encodeTexts,
  eventCount,
  extractMemories,
  waitingBackend,
  whileScopeIsLocked,
} from '../extractor/extractor-setup.js';
import { startReplica, type ApiReplica } from '../http/api-replica.js';
import { newCanary, tablesWith } from './canary.js';
import { rowsOfScope } from './rows-of-scope.js';

const store = useStore(20);
const replicas: ApiReplica[] = [];

afterEach(async () => {
  for (const replica of replicas.splice(0)) await replica.stop();
});

/** Statistics are left to the compaction. */
const tablesOfOursWith = async (word: string): Promise<string[]> =>
  (await tablesWith(store.pool(), word)).filter((table) => table.startsWith('public.'));

function eraseMemory(scope: Scope, memoryId: string) {
  return inTransaction(store.pool(), async (tx) => {
    await lockScope(tx, scope.scopeId);
    return forgetMemory(tx, scope.scopeId, memoryId, { hard: true, now: new Date() });
  });
}

function turnOf(scope: Scope, text: string) {
  const row = encodeRow(scope, { text });
  return { ...row, event: { ...row.event, session: 1n } };
}

test('memories that are erased while they are extracted, delivered again and followed leave nothing, nor after a rebuild', async () => {
  const words: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const scope = await store.newScope();
    const word = newCanary();
    words.push(word);
    const writes = encodeMemories(store.pool());
    const turns = Array.from({ length: 6 }, (_, i) => turnOf(scope, `met ${word} and ${word}${String(i)}`));
    for (const turn of turns) await writes.write(turn);
    const ids = turns.map((turn) => turn.memoryUuid);
    const events = await readStreams(store.pool(), scope.scopeId, ids, ['MemoryEncoded']);
    if (round === 0) expect((await tablesOfOursWith(word)).length).toBeGreaterThan(0);
    await Promise.all([
      extractMemories(store.pool(), { llmPolicy: 'always' }).handle(events.slice(0, 3)),
      extractMemories(store.pool()).handle([...events].reverse()),
      ...ids.map((id) => eraseMemory(scope, id)),
      ...ids.map(() => writes.write(turnOf(scope, 'met Nadia'))),
      extractMemories(store.pool()).handle(events),
    ]);
    // These deliveries are from before the erasure, and contain the text.
    await extractMemories(store.pool()).handle(events);
    expect(await tablesOfOursWith(word)).toEqual([]);
    const { rows } = await store
      .pool()
      .query('SELECT FROM memory_links WHERE scope_id = $1 AND (source = ANY ($2) OR target = ANY ($2))', [
        scope.scopeId,
        ids,
      ]);
    expect(rows).toHaveLength(0);
  }
  expect(await rebuildGraph(store.pool(), 'verify')).toMatchObject({ differences: 0 });
  await rebuildGraph(store.pool(), 'switch');
  for (const word of words) expect(await tablesOfOursWith(word)).toEqual([]);
});

test('an answer of the LLM that ends after the erasure is dropped', async () => {
  const scope = await store.newScope();
  const word = newCanary();
  const events = await encodeTexts(store.pool(), scope, [`met ${word}`]);
  await extractMemories(store.pool(), { llmPolicy: 'always' }).handle(events);
  const memoryId = events[0]?.streamId ?? '';
  const value = {
    name: word,
    text: word,
    type: 'person',
    start: 4,
    end: 4 + word.length,
    confidence: 1,
    stage: 'llm',
  } as const;
  const outcome = { state: 'done', observations: { ...NO_OBSERVATIONS, mentions: [value] } } as const;
  const read = { memoryId, reading: 1, createdAt: 1n, outcome, durationMs: 1 };
  let settled: Promise<void> | undefined;
  await whileScopeIsLocked(store.pool(), scope, async (tx) => {
    settled = inTransaction(store.pool(), (own) => projectLlmExtractions(own, scope.scopeId, [read], 'v', new Date()));
    await waitingBackend(store.pool());
    await forgetMemory(tx, scope.scopeId, memoryId, { hard: true, now: new Date() });
  });
  await settled;
  expect(await eventCount(store.pool(), events, 'MemoryExtracted')).toBe(1);
  expect(await tablesOfOursWith(word)).toEqual([]);
});

test('an api that still knows the keys of an erased scope writes nothing to it, and forgets them', async () => {
  const limits = { RATE_LIMIT_PER_S: '100', RATE_LIMIT_LEASE_SIZE: '1' };
  // Its cached keys do not expire, however long the erasure takes.
  const api = await startReplica(store.url(), limits, { elapsed: () => 1 });
  replicas.push(api);
  const agent = randomUUID();
  const client = await api.client('erase', agent);
  const { body } = await client.post('/v1/memories', { text: 'Maya lives in Oslo.' });
  const whoami = await client.get('/v1/whoami');
  const scopeId = String(whoami.body.agent_id);
  await eraseScope(store.pool(), scopeId, { now: new Date() });
  const answers = [
    await client.post('/v1/memories', { text: 'Maya lives in Graz.' }),
    await client.post('/v1/memories', { text: 'Maya lives in Graz.', dedupe: 'content' }),
    await client.post('/v1/entities', { entity_type_id: 1, canonical_name: 'Maya' }),
    await client.delete('/v1/memories', { memory_id: body.memory_id, hard: true }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect(await rowsOfScope(store.pool(), scopeId)).toEqual({ api_keys: 1, erased_scopes: 1, events: 1, scopes: 1 });
  expect((await startOther(client.key)).status).toBe(401);
});

/** Response of a replica to a key that it has not cached. */
async function startOther(key: string) {
  const other = await startReplica(store.url());
  replicas.push(other);
  return other.with(key).get('/v1/memories');
}
