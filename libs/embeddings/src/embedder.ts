/** What a model makes of a text. */
export interface Embedding {
  /** A unit vector; all zero where the model knows nothing of the text. */
  readonly vector: Float32Array;
  /**
   * Of a model that tells words apart: a unit vector of each word piece where it stands, one after the other, of as many
   * dimensions as the vector.
   */
  readonly tokenEmbeddings?: Float32Array;
}

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
  /** Whether it tells words apart: its embeddings have pieces. */
  readonly hasTokenEmbeddings: boolean;
  /**
   * Embeddings of the texts, in their order. Of a long text the beginning is read.
   * @throws EmbedderUnavailable where it is out of reach or the signal aborts, TextRefused where it does not take one of
   *   them
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Embedding[]>;
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
