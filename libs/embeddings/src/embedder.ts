import type { RunPriority } from '#inference/model-thread.js';

export type { RunPriority };

/** Embedding of a text. */
export interface Embedding {
  /** Unit vector; all zeros if the model knows no token of the text. */
  readonly vector: Float32Array;
  /**
   * Contextual token embeddings, if the model has them: contiguous unit vectors with the same dimensions as `vector`.
   */
  readonly tokenEmbeddings?: Float32Array;
}

/** An embedding model: texts of similar meaning get vectors of similar direction. */
export interface Embedder {
  /** Name in the settings. */
  readonly model: string;
  /** Model and version. It is stored with each vector, and only vectors of the same version can be compared. */
  readonly version: string;
  /** Dimensions of the vectors; null until an endpoint has answered once. */
  readonly dimensions: number | null;
  /** Whether the model runs in this process. A remote model may be slow or unreachable, and nothing may wait for it. */
  readonly local: boolean;
  /** ISO 639-1 codes of the languages that it was trained on; null if it is not known. */
  readonly languages: readonly string[] | null;
  /** Whether its embeddings include token embeddings. */
  readonly hasTokenEmbeddings: boolean;
  /**
   * Embeds texts, in order. Only the beginning of a long text is read.
   * @param priority of a local model, which of the waiting texts these may overtake
   * @throws EmbedderUnavailable if the model is unreachable or the signal aborts
   * @throws TextRefused if the model rejects one of the texts
   */
  embed(texts: readonly string[], signal?: AbortSignal, priority?: RunPriority): Promise<Embedding[]>;
}

/** The embedding endpoint cannot be used now; retry later. */
export class EmbedderUnavailable extends Error {
  override readonly name = 'EmbedderUnavailable';

  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`embeddings unavailable: ${reason}`, options);
  }
}

/** The model rejects one of the texts permanently. */
export class TextRefused extends Error {
  override readonly name = 'TextRefused';
}
