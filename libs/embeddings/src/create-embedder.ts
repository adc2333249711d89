import type { Embedder } from './embedder.js';
import { MiniLmEmbedder } from './minilm-embedder.js';

/** The settings that choose the model. */
export interface EmbedderSettings {
  readonly model: 'minilm' | 'off';
}

const minilm = new MiniLmEmbedder();

/** The model that a deployment uses, one for all of a process; null for none. */
export function createEmbedder({ model }: EmbedderSettings): Embedder | null {
  return model === 'minilm' ? minilm : null;
}
