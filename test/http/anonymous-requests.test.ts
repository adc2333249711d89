import { expect, test } from '@jest/globals';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { BODY_SHARES, BodyShares } from '#apps/api/src/admission/body-shares.js';
import { guardRequests } from '#apps/api/src/http/guard-requests.js';
import type { RouteRules } from '#apps/api/src/http/route-rules.js';
import { until } from '../harness/until.js';
import { open } from './raw-request.js';

const RULES: RouteRules = { permissions: null, storesMemory: false };
const REQUESTS = 20;

/** Event-loop iterations in which pipelined requests are answered, in their order. */
async function iterationsOf(path: string): Promise<number[]> {
  const fastify = Fastify();
  const gate = { admit: () => Promise.resolve() };
  guardRequests(fastify, () => gate, new BodyShares(BODY_SHARES));
  const answered: number[] = [];
  let iteration = 0;
  let next: NodeJS.Immediate | undefined;
  const count = (): void => {
    iteration += 1;
    next = setImmediate(count);
  };
  fastify.addHook('onSend', (_request, _reply, _payload, done) => {
    answered.push(iteration);
    done();
  });
  fastify.get('/public', { config: { rules: RULES } }, () => 'answer');
  fastify.get('/known', { config: { rules: { ...RULES, permissions: [] } } }, () => 'answer');
  await fastify.listen();
  count();
  const socket = await open((fastify.server.address() as AddressInfo).port);
  // In one packet, so that the server reads all of them in one iteration.
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`.repeat(REQUESTS));
  await until(() => Promise.resolve(answered.length === REQUESTS));
  socket.destroy();
  clearImmediate(next);
  await fastify.close();
  return answered;
}

test.each(['/public', '/unknown'])(
  'of many requests to %s, which needs no credential, one is answered per event-loop iteration',
  async (path) => {
    const iterations = await iterationsOf(path);
    expect(iterations).toHaveLength(REQUESTS);
    expect(new Set(iterations).size).toBe(REQUESTS);
  },
);

test('requests that the gate admits do not wait for each other', async () => {
  const iterations = await iterationsOf('/known');
  expect(iterations).toHaveLength(REQUESTS);
  expect(new Set(iterations).size).toBeLessThan(REQUESTS / 2);
});
