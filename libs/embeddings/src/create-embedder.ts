import type { Embedder } from './embedder.js';
import { EndpointEmbedder, type EndpointConfig } from './endpoint-embedder.js';
import { MiniLmEmbedder } from './minilm-embedder.js';
import { StaticEmbedder } from './static-embedder.js';

/** What chooses the model. */
export interface EmbedderSettings {
  readonly model: 'minilm' | 'static' | 'endpoint' | 'off';
  /** Asked where the model is `endpoint`. */
  readonly endpoint: EndpointConfig;
}

let minilm: MiniLmEmbedder | undefined;
let table: StaticEmbedder | undefined;

/** The model that a deployment uses, or null for none. What ships is read once a process. */
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
