import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

let engraph: RunningEngraph;
beforeAll(async () => {
  engraph = await runEngraph('log');
});
afterAll(async () => {
  await engraph.stop();
});

describe('bad input', () => {
  let client: Client;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    client = await engraph.client('reason', 'ours');
    const other = await engraph.client('reason', 'theirs');
    ids.set('ours', await client.remember('Alice Chen works at Acme Corp.'));
    ids.set('theirs', await other.remember('Alice Chen works at Globex Corp.'));
    ids.set('forgotten', await client.remember('Alice Chen works at Initech Ltd.'));
    await client.delete('/v1/memories', { memory_id: ids.get('forgotten') });
  });
  const observation = { memory_id: 'ours' };

  test.each([
    ['no observation', {}, 400],
    ['an observation that is a string', { observation: 'ours' }, 400],
    ['an empty observation', { observation: {} }, 400],
    ['text and memory at once', { observation: { text: 'a', memory_id: 'ours' } }, 400],
    ['a blank text', { observation: { text: '\t' } }, 400],
    ['a text with NUL', { observation: { text: '\0' } }, 400],
    ['a text of more than 64 KiB', { observation: { text: 'é'.repeat(32_769) } }, 400],
    ['a memory_id that is a UUID', { observation: { memory_id: '00000000-0000-4000-8000-000000000000' } }, 400],
    ['a fraction of depth', { observation, depth: 0.5 }, 400],
    ['a depth as text', { observation, depth: '3' }, 400],
    ['inferences that are an object', { observation, max_inferences: {} }, 400],
    ['a budget that is true', { observation, budget_wall_time_ms: true }, 400],
    ['a threshold above 1', { observation, confidence_threshold: 1.1 }, 400],
    ['a negative threshold', { observation, confidence_threshold: -0.1 }, 400],
    ['a threshold as text', { observation, confidence_threshold: '0.5' }, 400],
    ['a body that is an array', [], 400],
    ['a body that is no JSON', '{"observation":', 400],
    ['an unknown memory', { observation: { memory_id: '1' } }, 404],
    ["another scope's memory", { observation: { memory_id: 'theirs' } }, 404],
    ['a forgotten memory', { observation: { memory_id: 'forgotten' } }, 404],
  ])('%s is refused', async (_, body, status) => {
    const filled = (typeof body === 'string' ? body : JSON.stringify(body)).replace(
      /"memory_id":"([a-z]+)"/g,
      (_match, name: string) => `"memory_id":"${ids.get(name) ?? name}"`,
    );
    const answer = await client.post('/v1/reason', filled);
    expect([answer.status, answer.body.error?.code]).toEqual([status, status === 404 ? 'not_found' : 'bad_request']);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('bounds clamp, nulls are as left out, and another scope says nothing', async () => {
    const bounds = {
      depth: 1000,
      budget_wall_time_ms: 99_999_999_999_999_999n,
      max_inferences: null,
      confidence_threshold: null,
    };
    const answer = await client.post('/v1/reason', { observation: { text: 'Alice Chen', memory_id: null }, ...bounds });
    expect(answer.status).toBe(200);
    expect(answer.body.inferences.map((one: { claim: string }) => one.claim)).toEqual([
      'Alice Chen works at Acme Corp',
    ]);
  });

  test('it needs a key that may reason', async () => {
    const body = { observation: { text: 'Alice Chen' } };
    const anonymous = await fetch(`${engraph.baseUrl}/v1/reason`, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json' },
    });
    expect(anonymous.status).toBe(401);
    const others = await engraph.client('reason', 'others', ['encode', 'recall', 'plan', 'forget']);
    const refused = await others.post('/v1/reason', body);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
    const thinker = await engraph.client('reason', 'others', ['reason']);
    expect((await thinker.post('/v1/reason', body)).body).toEqual({ inferences: [] });
  });
});
