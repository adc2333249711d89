import { afterEach, expect, test } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ModelThread, type Inputs } from './model-thread.js';

const MODEL = fileURLToPath(new URL('../../../models/embeddings/minilm/minilm.onnx', import.meta.url));
const thread = new ModelThread();

afterEach(async () => {
  await thread.close();
});

/** Input of this many tokens. */
function inputOfLength(tokens: number): Inputs {
  return { ids: { type: 'int32', data: new Int32Array(tokens).fill(2_000), dims: [1, tokens] } };
}

test('runs a model, also several runs at once', async () => {
  const [one, other] = await Promise.all([thread.run(MODEL, inputOfLength(3)), thread.run(MODEL, inputOfLength(5))]);
  expect(one['vectors']?.dims).toEqual([1, 384]);
  expect(Math.hypot(...(other['vectors']?.data ?? []))).toBeCloseTo(1, 5);
});

test('the event loop is not blocked while a model runs', async () => {
  await thread.load(MODEL);
  let [ended, turns] = [false, 0];
  const run = thread.run(MODEL, inputOfLength(500)).then(() => (ended = true));
  while (!ended) {
    await setImmediate();
    turns += 1;
  }
  await run;
  expect(turns).toBeGreaterThan(20);
});

test('a model that cannot be read, or wrong inputs, fail only their own run', async () => {
  await expect(thread.load('/no/such/model.onnx')).rejects.toThrow(/model\.onnx/);
  await expect(thread.run(MODEL, { other: { type: 'int32', data: new Int32Array(1), dims: [1] } })).rejects.toThrow(
    /ids/,
  );
  expect((await thread.run(MODEL, inputOfLength(3)))['vectors']?.dims).toEqual([1, 384]);
});

test('pending runs fail when the thread ends, and the next run starts a new thread', async () => {
  await thread.load(MODEL);
  const run = thread.run(MODEL, inputOfLength(500));
  const failed = expect(run).rejects.toThrow('the thread that runs models has ended');
  await thread.close();
  await failed;
  expect((await thread.run(MODEL, inputOfLength(3)))['vectors']?.dims).toEqual([1, 384]);
});

test('runs that are waited for overtake those that are not, and all end', async () => {
  await thread.load(MODEL);
  const order: string[] = [];
  const runs = (['deferred', 'normal', 'asked'] as const).flatMap((priority) =>
    Array.from({ length: 5 }, async () => {
      await thread.run(MODEL, inputOfLength(100), priority);
      order.push(priority);
    }),
  );
  await Promise.all(runs);
  const handedOver = ['deferred', 'deferred'];
  const rest = (['asked', 'normal', 'deferred'] as const).flatMap((priority) =>
    Array.from({ length: priority === 'deferred' ? 3 : 5 }, () => priority),
  );
  expect(order).toEqual([...handedOver, ...rest]);
});

test('runs that were never handed to the thread fail when it ends too', async () => {
  await thread.load(MODEL);
  const runs = Array.from({ length: 6 }, () => thread.run(MODEL, inputOfLength(300), 'deferred'));
  const failed = Promise.all(runs.map((run) => expect(run).rejects.toThrow('the thread that runs models has ended')));
  await thread.close();
  await failed;
});
