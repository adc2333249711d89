import { accessSync, constants } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EncoderModel, MODEL_FILES, MODEL_FOLDER } from './encoder-model.js';

/** Version of the weights. */
const ENCODER_VERSION = 'encoder-13';

/** A file of the shipped model is missing or not readable. */
export class ModelFileMissing extends Error {
  override readonly name = 'ModelFileMissing';
  constructor(
    readonly file: string,
    options?: ErrorOptions,
  ) {
    super(`the model file ${file} cannot be read; CLASSIFIER_MODEL=perceptron extracts without it`, options);
  }
}

/**
 * Loads the encoders with the first text, so that a process that extracts nothing does not load them. Missing files are
 * reported at construction. If loading fails later, the next text tries again.
 */
export class LazyEncoder<Model = EncoderModel> {
  readonly version = ENCODER_VERSION;
  private loading: Promise<Model> | null = null;

  private constructor(private readonly load: () => Promise<Model>) {}

  /** Encoder of the shipped model. @throws ModelFileMissing */
  static shipped(): LazyEncoder {
    return LazyEncoder.in(MODEL_FOLDER, () => EncoderModel.load());
  }

  /** Encoder of a model in a folder. @throws ModelFileMissing */
  static in<Model>(folder: URL, load: () => Promise<Model>): LazyEncoder<Model> {
    for (const name of MODEL_FILES) checkReadable(fileURLToPath(new URL(name, folder)));
    return new LazyEncoder(load);
  }

  async model(): Promise<Model> {
    const loading = (this.loading ??= this.load());
    try {
      return await loading;
    } catch (error) {
      // Another text may already be retrying.
      if (this.loading === loading) this.loading = null;
      throw error;
    }
  }
}

function checkReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
  } catch (cause) {
    throw new ModelFileMissing(file, { cause });
  }
}
