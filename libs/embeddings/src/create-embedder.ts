import type { Embedder } from './embedder.js';
import { EndpointEmbedder, type EndpointConfig } from './endpoint-embedder.js';
import { MiniLmEmbedder } from './minilm-embedder.js';
import { StaticEmbedder } from './static-embedder.js';

/** Settings that select the model. */
export interface EmbedderSettings {
  readonly model: 'minilm' | 'static' | 'endpoint' | 'off';
  /** Used if the model is `endpoint`. */
  readonly endpoint: EndpointConfig;
}

let minilm: MiniLmEmbedder | undefined;
let table: StaticEmbedder | undefined;

/**
 * Creates the embedder of a deployment; null if embeddings are off. The bundled models are created once per process.
 */
export function createEmbedder({ model, endpoint }: EmbedderSettings): Embedder | null {
  switch (model) {
    case 'minilm':
      return (minilm ??= new MiniLmEmbedder());
    case 'static':
      return (table ??= new StaticEmbedder());
    case 'endpoint':
      return new EndpointEmbedder(endpoint);
    case 'off':
      return null;
  }
}
