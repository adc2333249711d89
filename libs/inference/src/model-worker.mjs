/**
 * The thread that runs models: ONNX Runtime for Node computes on the thread that asks, and one run takes as long as a few
 * requests. Plain JavaScript, as a thread begins with a file that node can read as it is.
 */
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';

const OPTIONS = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionProviders: ['cpu'],
  // The graphs are written as they are to run. More than this fuses a layer's norm with its sum, which then takes five times as long.
  graphOptimizationLevel: 'basic',
};
const sessions = new Map();
const { busy, ending } = workerData;

/** One after the other: what waits is then nothing but a promise, which may be left when the thread is to end. */
let turn = Promise.resolve();
parentPort.on('message', (question) => {
  turn = turn.then(() => (question === 'end' ? begin() : answer(question)));
});
end();

async function answer({ id, file, inputs }) {
  begin();
  try {
    const outputs = await compute(file, inputs);
    const buffers = Object.values(outputs).map(({ data }) => data.buffer);
    parentPort.postMessage({ id, outputs }, buffers);
  } catch (error) {
    parentPort.postMessage({ id, error: String(error?.message ?? error) });
  } finally {
    end();
  }
  // Lets in what was asked meanwhile, and with it the wish that the thread end.
  await setImmediate();
}

/** Says that native code is at work, or ends the thread: only here, where none is. See `ThreadState`. */
function begin() {
  Atomics.store(busy, 0, 1);
  if (Atomics.load(ending, 0) === 0) return;
  end();
  process.exit();
}

function end() {
  Atomics.store(busy, 0, 0);
  Atomics.notify(busy, 0);
}

/** What a model makes of the inputs; reads the model first where nobody asked it yet, and only that without inputs. */
async function compute(file, inputs) {
  const session = await sessionOf(file);
  if (inputs === null) return {};
  const feeds = Object.entries(inputs).map(([name, { type, data, dims }]) => [name, new Tensor(type, data, dims)]);
  const found = await session.run(Object.fromEntries(feeds));
  return Object.fromEntries(Object.entries(found).map(([name, { data, dims }]) => [name, { data, dims }]));
}

function sessionOf(file) {
  const known = sessions.get(file) ?? InferenceSession.create(file, OPTIONS);
  sessions.set(file, known);
  known.catch(() => sessions.delete(file));
  return known;
}
