import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isPermission, PERMISSIONS } from '#access/permissions.js';
import { API_OPERATIONS } from '#apps/api/src/openapi/document.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

let engraph: RunningEngraph;
const under = (id: string): Record<string, string> => ({ 'idempotency-key': id });

beforeAll(async () => {
  engraph = await runEngraph('log', { EXTRACTION: 'off' });
});
afterAll(async () => {
  await engraph.stop();
});

/** All routes with each single permission; the list is derived, so a new route is included. */
describe.each(PERMISSIONS)('a key that may %s and nothing else', (alone) => {
  let key: string;
  beforeAll(async () => {
    ({ key } = await engraph.client('learns', 'table', [alone]));
  });

  test.each(
    API_OPERATIONS.map(({ method, path, permission }) => [`${method.toUpperCase()} ${path}`, permission] as const),
  )('%s', async (route, permission) => {
    const [method = '', path = ''] = route.split(' ');
    // A stream of events that follows does not end.
    const response = await fetch(`${engraph.baseUrl}${path.replace('{id}', '1')}?follow=false`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });
    await response.text();
    const needed = (permission ?? '').split(' ').filter(isPermission);
    const mayPass = needed.every((one) => one === alone);
    expect([route, response.status === 403]).toEqual([route, !mayPass]);
  });
});

describe('a key that may only encode', () => {
  let all: Client;
  let writer: Client;
  beforeAll(async () => {
    all = await engraph.client('learns', 'encode');
    writer = await engraph.client('learns', 'encode', ['encode']);
    await all.post('/v1/memories', { text: 'The safe is behind the mirror.', session: 7 });
  });

  test('is not told whether a text is there', async () => {
    for (const text of ['The safe is behind the mirror.', 'There is no safe.']) {
      const { status, body } = await writer.post('/v1/memories', { text, dedupe: 'content' });
      expect([status, body.error]).toEqual([
        403,
        { code: 'forbidden', message: 'this key does not have the permission recall' },
      ]);
    }
    expect((await all.get('/v1/memories')).body.items).toHaveLength(1);
  });

  test('is not told whether a session is there, though its turn is linked', async () => {
    const known = await writer.post('/v1/memories', { text: 'And the key is under it.', session: 7 }, under('known'));
    const other = await writer.post('/v1/memories', { text: 'And the key is under it.', session: 8 });
    expect([known.body.auto_edges_added, other.body.auto_edges_added]).toEqual([0, 0]);
    const again = await writer.post('/v1/memories', { text: 'And the key is under it.', session: 7 }, under('known'));
    expect(again.body).toEqual({ ...known.body, was_deduplicated: true });
    expect((await all.post('/v1/memories', { text: 'More.', session: 8 })).body.auto_edges_added).toBe(1);
  });
});

describe('a key that may not encode', () => {
  test('neither learns which request ids were used, nor uses them up', async () => {
    const all = await engraph.client('learns', 'ids');
    const forgetter = await engraph.client('learns', 'ids', ['forget']);
    const first = await all.post('/v1/memories', { text: 'One.' }, under('used'));
    const { memory_id } = (await all.post('/v1/memories', { text: 'Two.' })).body as { memory_id: string };
    // The same as for an unused id: no conflict reveals the write.
    for (const id of ['used', 'unused'])
      expect((await forgetter.delete('/v1/memories', { memory_id }, under(id))).status).toBe(200);
    // And the id that it used can be used by writes.
    expect((await all.post('/v1/memories', { text: 'Three.' }, under('unused'))).status).toBe(200);
    expect((await all.post('/v1/memories', { text: 'One.' }, under('used'))).body.memory_id).toBe(first.body.memory_id);
    // Its own retries get the same response.
    const again = await forgetter.delete('/v1/memories', { memory_id }, under('used'));
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  });
});

describe('what other tenants do', () => {
  test('is not counted in readiness, cursors and inspections', async () => {
    const all = await engraph.client('learns', 'others');
    const ready = (await (await fetch(`${engraph.baseUrl}/health/ready`)).json()) as Record<string, unknown>;
    expect(ready).toEqual({ status: 'ready', postgres: 'ok', log_reader: null, extraction: 'ok' });
    const { memory_id } = (await all.post('/v1/memories', { text: 'One.' })).body as { memory_id: string };
    await all.post('/v1/memories', { text: 'Two.' });
    const { body: page } = await all.get('/v1/memories?dir=asc&limit=1');
    const cursor = page.next_cursor as string;
    // Neither the memory's id nor the snapshot in which it was read.
    expect(Buffer.from(cursor, 'hex').toString('latin1')).not.toMatch(/\d{6}|:\d+:/);
    expect((await all.get(`/v1/memories?dir=asc&limit=1&cursor=${cursor}`)).body.items).toMatchObject([
      { text: 'Two.' },
    ]);
    const { body } = await all.get(`/v1/memories/${memory_id}/inspect`);
    expect(Object.keys(body.artifact.record as object)).not.toContain('position');
  });
});
