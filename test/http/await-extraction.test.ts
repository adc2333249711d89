import { expect, test } from '@jest/globals';
import { awaitExtraction } from '#apps/api/src/memories/await-extraction.js';
import { encodeMemories, encodeRow, useStore } from '../event-store/store-setup.js';

const store = useStore();
const running = new AbortController().signal;

test.each(['done', 'partial', 'failed', 'pending'])('waiting for an extraction tells that it is %s', async (state) => {
  const scope = await store.newScope();
  const row = encodeRow(scope);
  await encodeMemories(store.pool()).write(row);
  const changed = store
    .pool()
    .query('UPDATE memory_extractions SET state = $2 WHERE memory_id = $1', [row.memoryUuid, state]);
  const seconds = state === 'pending' ? 0.05 : 20;
  expect(await awaitExtraction(store.pool(), scope.scopeId, row.event.memory_id, seconds, running)).toBe(state);
  await changed;
});
