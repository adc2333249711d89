import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createSession } from '#database/data-source.js';
import { maintainVectorIndexes } from '#search/pgvector/maintain-vector-indexes.js';
import { useStore } from '../event-store/store-setup.js';
import { offerPgvector } from '../harness/pgvector.js';
import { query } from '../harness/postgres.js';
import { addFarMemories } from './far-memories.js';

const store = useStore();

test('nothing is built and the reason is reported if Postgres cannot build an index', async () => {
  const { scopeId } = await store.newScope();
  await addFarMemories(store.pool(), scopeId, 'model-1', 60);
  const why = async (before = 'SELECT'): Promise<string[]> => {
    const reasons: string[] = [];
    const session = createSession({ url: store.url(), connectTimeoutMs: 5_000 });
    await session.connect();
    await session.query(before);
    await maintainVectorIndexes(session, {
      minVectors: 60,
      model: 'model-1',
      onMissing: (reason) => reasons.push(reason),
    });
    await session.end();
    return reasons;
  };
  const offered = await query(store.url(), `SELECT FROM pg_available_extensions WHERE name = 'vector'`);
  // The container image includes pgvector.
  if (offered.length === 0) expect(await why()).toEqual(['pgvector is not installed on the server']);
  await offerPgvector(store.url());
  const role = `reader_${randomUUID().replaceAll('-', '')}`;
  await store.pool().query(`CREATE ROLE ${role} BYPASSRLS; GRANT pg_read_all_data TO ${role}`);
  expect(await why(`SET ROLE ${role}`)).toEqual(['the role may not create the extension vector']);
  await store.pool().query(`DROP ROLE ${role}`);
  await query(store.url(), 'CREATE EXTENSION vector');
  await store.pool().query(`UPDATE pg_extension SET extversion = '0.7.4' WHERE extname = 'vector'`);
  expect(await why()).toEqual(['pgvector 0.7.4 is older than 0.8']);
  await store.pool().query(`UPDATE pg_extension SET extversion = '0.10.0' WHERE extname = 'vector'`);
  expect(await why()).toEqual([]);
});
