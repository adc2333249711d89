/** A model that turns texts into vectors: texts that mean the like point the like way. */
export interface Embedder {
  /** As the settings name it. */
  readonly model: string;
  /** Model and version: stands with each vector, and only vectors of one version can be compared. */
  readonly version: string;
  /** Null until an endpoint has answered once. */
  readonly dimensions: number | null;
  /** Whether it runs in this process; one that does not may be slow or away, and nothing may wait for it. */
  readonly local: boolean;
  /**
   * Unit vectors of the texts, in their order; all zero where a model knows nothing of a text. Of a long one the beginning
   * is read.
   * @throws EmbedderUnavailable where it is out of reach or the signal aborts, TextRefused where it does not take one of
   *   them
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/** The endpoint that makes vectors cannot be used now: ask again later. */
export class EmbedderUnavailable extends Error {
  override readonly name = 'EmbedderUnavailable';

  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`embeddings unavailable: ${reason}`, options);
  }
}

/** The model does not take one of the texts, now or later. */
export class TextRefused extends Error {
  override readonly name = 'TextRefused';
}
