import type { SpanTagger, TaggedSpan } from '../tagger.js';
import { ENCODER_VERSION, EncoderTagger } from './encoder-tagger.js';

/** The encoder, read when the first text comes: a process that extracts nothing does not pay for it. */
export class LazyEncoder implements SpanTagger {
  readonly version = ENCODER_VERSION;
  private loaded: Promise<EncoderTagger> | null = null;

  async ready(): Promise<void> {
    await this.encoder();
  }

  async tag(sentences: readonly (readonly string[])[]): Promise<TaggedSpan[][]> {
    return (await this.encoder()).tag(sentences);
  }

  private encoder(): Promise<EncoderTagger> {
    return (this.loaded ??= EncoderTagger.load());
  }
}
