import { expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { serialiseAnswers } from '#apps/api/src/http/serialise-answers.js';
import { parseExact, stringifyExact } from '#contracts/exact-json.js';

async function answer(value: unknown): Promise<{ body: string; type: unknown; turns: number }> {
  const fastify = Fastify();
  serialiseAnswers(fastify);
  fastify.get('/', () => Promise.resolve(value));
  await fastify.ready();
  let turns = 0;
  let next: NodeJS.Immediate | undefined;
  const take = (): void => {
    turns += 1;
    next = setImmediate(take);
  };
  take();
  const { body, headers } = await fastify.inject('/');
  clearImmediate(next);
  await fastify.close();
  return { body, type: headers['content-type'], turns };
}

test.each([
  { a: 1, b: [{}, [], [[]], null, 'x"\u0001é😀'], c: undefined, d: { e: undefined, f: [undefined, { g: 2n ** 70n }] } },
  { only: { at: new Date(0), list: [1n, 2.5, true] } },
  [{ a: 'b' }, { c: [{ d: null }] }],
  [],
  { '': { 'a"b': 1 } },
])('%j is written as in one go', async (value) => {
  const { body, type } = await answer(value);
  expect(body).toBe(stringifyExact(value));
  expect(type).toBe('application/json; charset=utf-8');
});

test('other work gets its turn while a long answer is written', async () => {
  const names = Array.from({ length: 60 }, (_, i) => ({
    entity_id: `entity ${String(i)}`,
    canonical_name: 'é'.repeat(20),
  }));
  const memories = Array.from({ length: 1000 }, (_, i) => ({ memory_id: BigInt(i + 1) << 70n, entities: names }));
  const { body, turns } = await answer({ memories });
  expect(parseExact(body)).toEqual({ memories });
  const short = await answer({ memories: memories.slice(0, 1) });
  expect(turns).toBeGreaterThan(short.turns + 5);
});

test('what was answered while a long answer is written stays the answer', async () => {
  const fastify = Fastify();
  serialiseAnswers(fastify);
  const errors: Error[] = [];
  fastify.addHook('onError', (_request, _reply, error, done) => {
    errors.push(error);
    done();
  });
  const long = Array.from({ length: 200_000 }, (_, i) => ({ i }));
  fastify.get('/', (_request, reply) => {
    setImmediate(() => {
      void reply.status(503).send({ late: true });
    });
    return Promise.resolve(long);
  });
  const { statusCode, body } = await fastify.inject('/');
  // Until the long response is written completely.
  for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
  await fastify.close();
  expect([statusCode, body, errors]).toEqual([503, '{"late":true}', []]);
});
