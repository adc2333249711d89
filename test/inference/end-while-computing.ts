import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ModelThread, type Inputs } from '#inference/model-thread.js';

/**
 * `close` ends threads of models while they load or compute, again and again; `exit` exits so many milliseconds after
 * one began to compute, and `fail` after so great a part of the time that one takes to start and load, as a start that
 * failed does. A program of its own, because native code that throws where nobody catches takes the process along.
 */
const MODEL = fileURLToPath(new URL('../../models/embeddings/minilm/minilm.onnx', import.meta.url));
const [how, when] = process.argv.slice(2);
const thread = new ModelThread();

function textOf(pieces: number): Inputs {
  return { ids: { type: 'int32', data: new Int32Array(pieces).fill(2_000), dims: [1, pieces] } };
}

/** Starts the work to interrupt and waits for this time; returns whether it had finished. */
async function begin(work: () => Promise<unknown>, waitMs: number): Promise<() => boolean> {
  let over = false;
  void work().then(
    () => (over = true),
    () => undefined,
  );
  await delay(waitMs);
  return () => over;
}

/** Time to start a thread and load its model on this machine, in milliseconds. */
async function timeOfLoad(): Promise<number> {
  const startedAt = performance.now();
  await thread.load(MODEL);
  const tookMs = performance.now() - startedAt;
  await thread.close();
  return tookMs;
}

if (how === 'exit') {
  await thread.load(MODEL);
  await begin(() => Promise.all([1, 2, 3].map(() => thread.run(MODEL, textOf(500)))), Number(when));
  process.stdout.write('exits while it computes\n');
  process.exit(0);
}
if (how === 'fail') {
  const loadMs = await timeOfLoad();
  const loaded = await begin(() => thread.load(MODEL), loadMs * Number(when));
  process.stdout.write(loaded() ? 'fails later\n' : 'fails while it loads\n');
  process.exit(1);
}
let cut = 0;
for (let round = 0; round < 6; round += 1) {
  if (round % 2 === 0) await thread.load(MODEL);
  const over = await begin(() => Promise.all([1, 2, 3].map(() => thread.run(MODEL, textOf(500)))), 10 + round * 20);
  if (!over()) cut += 1;
  await thread.close();
}
process.stdout.write(`${String(cut)} cut\n`);
