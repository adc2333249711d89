/**
 * Worker thread that runs models. ONNX Runtime for Node computes on the calling thread, and one run takes as long as a
 * few requests. Plain JavaScript, because a worker starts with a file that Node can run directly.
 */
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';

const OPTIONS = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionProviders: ['cpu'],
  // The graphs are already optimized. A higher level fuses layer normalization with its addition, which then takes five
  // times as long.
  graphOptimizationLevel: 'basic',
};
const sessions = new Map();
const { busy, ending } = workerData;

/**
 * Runs are chained one after the other, so that waiting work is only a promise, which can be dropped when the thread
 * has to end.
 */
let queue = Promise.resolve();
parentPort.on('message', (request) => {
  queue = queue.then(() => (request === 'end' ? begin() : handle(request)));
});
end();

async function handle({ id, file, inputs }) {
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
  // Lets messages that arrived meanwhile be received, among them a request to end the thread.
  await setImmediate();
}

/**
 * Marks the thread as busy before native code runs, or ends the thread: only here, where no native code is running. See
 * `ThreadState`.
 */
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

/** Runs a model, loading it if necessary; without inputs it only loads. */
async function compute(file, inputs) {
  const session = await sessionOf(file);
  if (inputs === null) return {};
  const feeds = Object.entries(inputs).map(([name, { type, data, dims }]) => [name, new Tensor(type, data, dims)]);
  const results = await session.run(Object.fromEntries(feeds));
  return Object.fromEntries(Object.entries(results).map(([name, { data, dims }]) => [name, { data, dims }]));
}

function sessionOf(file) {
  const known = sessions.get(file) ?? InferenceSession.create(file, OPTIONS);
  sessions.set(file, known);
  known.catch(() => sessions.delete(file));
  return known;
}
