import { accessSync, constants } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SpanTagger, TaggedSpan } from '../tagger.js';
import { ENCODER_VERSION, EncoderTagger } from './encoder-tagger.js';

const FOLDER = new URL('../../../model/encoder/', import.meta.url);
const FILES = ['encoder.onnx', 'encoder.json', 'tokenizer.json'];

/** A file of the model that is shipped is not there, or may not be read. */
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
 * The encoder, read when the first text comes: a process that extracts nothing does not pay for it. That its files are
 * there is seen at once. Where reading them fails later, the next text tries again.
 */
export class LazyEncoder implements SpanTagger {
  readonly version = ENCODER_VERSION;
  private loading: Promise<SpanTagger> | null = null;

  /** @throws ModelFileMissing */
  constructor(
    folder: URL = FOLDER,
    private readonly load: () => Promise<SpanTagger> = () => EncoderTagger.load(),
  ) {
    for (const name of FILES) checkReadable(fileURLToPath(new URL(name, folder)));
  }

  async ready(): Promise<void> {
    await this.encoder();
  }

  async tag(sentences: readonly (readonly string[])[]): Promise<TaggedSpan[][]> {
    return (await this.encoder()).tag(sentences);
  }

  private async encoder(): Promise<SpanTagger> {
    const loading = (this.loading ??= this.load());
    try {
      return await loading;
    } catch (error) {
      // Another text may have begun to try again.
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
