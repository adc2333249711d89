import { expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ModelThread, type Inputs } from '#inference/model-thread.js';

/**
 * A test file that ends while its thread computes for seconds, for a jest of its own: see
 * `end-while-computing.test.ts`.
 */
const MODEL = fileURLToPath(new URL('../../models/embeddings/minilm/minilm.onnx', import.meta.url));

function textOf(pieces: number): Inputs {
  return { ids: { type: 'int32', data: new Int32Array(pieces).fill(2_000), dims: [1, pieces] } };
}

test('leaves its thread at work', async () => {
  const thread = new ModelThread();
  await thread.load(MODEL);
  for (let run = 0; run < 50; run += 1) void thread.run(MODEL, textOf(500)).catch(() => undefined);
  await delay(20);
  expect(thread).toBeDefined();
});
