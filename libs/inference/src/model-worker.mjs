/**
 * The thread that runs models: ONNX Runtime for Node computes on the thread that asks, and one run takes as long as a few
 * requests. Plain JavaScript, as a thread begins with a file that node can read as it is.
 */
import { parentPort } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';

const OPTIONS = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionProviders: ['cpu'],
  // The graphs are written as they are to run. More than this fuses a layer's norm with its sum, which then takes five times as long.
  graphOptimizationLevel: 'basic',
};
const sessions = new Map();

parentPort.on('message', ({ id, file, inputs }) => {
  void answer(file, inputs).then(
    (outputs) => {
      const buffers = Object.values(outputs).map(({ data }) => data.buffer);
      parentPort.postMessage({ id, outputs }, buffers);
    },
    (error) => parentPort.postMessage({ id, error: String(error?.message ?? error) }),
  );
});

/** What a model makes of the inputs; reads the model first where nobody asked it yet, and only that without inputs. */
async function answer(file, inputs) {
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
