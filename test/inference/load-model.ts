import { fileURLToPath } from 'node:url';
import { ModelThread } from '#inference/model-thread.js';

/** Loads a model in a thread and ends. */
await new ModelThread().load(fileURLToPath(new URL('../../models/embeddings/minilm/minilm.onnx', import.meta.url)));
process.exit(0);
