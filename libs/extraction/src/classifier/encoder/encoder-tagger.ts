import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { bestTags, spansOf, TAG_COUNT, tagMarginals, type SpanTagger, type TaggedSpan } from '../tagger.js';
import { WordPieces } from './word-pieces.js';

const FOLDER = new URL('../../../model/encoder/', import.meta.url);
/** Pieces of one sentence, as in training; words beyond get no tag. */
const LONGEST_SENTENCE = 160;
/** The encoder's scores need no transitions: only tags that may not follow each other are kept apart. */
const NO_TRANSITIONS = new Float32Array((TAG_COUNT + 1) * TAG_COUNT);

/** Changes with the weights. */
export const ENCODER_VERSION = 'encoder-1';

/** A sentence encoder with a layer of tags over the first piece of each word, run by ONNX Runtime outside the event loop. */
export class EncoderTagger implements SpanTagger {
  readonly version = ENCODER_VERSION;

  private constructor(
    private readonly session: InferenceSession,
    private readonly pieces: WordPieces,
    private readonly temperature: number,
  ) {}

  /** Reads the shipped model. @throws Error where a file is missing or broken */
  static async load(): Promise<EncoderTagger> {
    const session = await InferenceSession.create(fileURLToPath(new URL('encoder.onnx', FOLDER)), {
      ...{ intraOpNumThreads: 1, interOpNumThreads: 1, executionProviders: ['cpu'] },
    });
    const { temperature } = readJson('encoder.json') as { temperature: number };
    return new EncoderTagger(session, new WordPieces(readJson('tokenizer.json')), temperature);
  }

  /** Spans of each of the tokenized sentences, of one or more; all are padded to the longest, so give few at a time. */
  async tag(sentences: readonly (readonly string[])[]): Promise<TaggedSpan[][]> {
    const batch = sentences.map((words) => this.pieces.of(words, LONGEST_SENTENCE));
    const width = Math.max(...batch.map(({ ids }) => ids.length));
    const shape = [batch.length, width];
    const [ids, cases, mask] = [0, 1, 2].map(() => new BigInt64Array(batch.length * width));
    batch.forEach((sentence, row) => {
      sentence.ids.forEach((id, column) => {
        const at = row * width + column;
        if (ids && cases && mask)
          [ids[at], cases[at], mask[at]] = [BigInt(id), BigInt(sentence.cases[column] ?? 0), 1n];
      });
    });
    const tensor = (values: BigInt64Array | undefined) => new Tensor('int64', values ?? new BigInt64Array(), shape);
    const { scores } = await this.session.run({ ids: tensor(ids), cases: tensor(cases), mask: tensor(mask) });
    const all = scores?.data as Float32Array;
    return batch.map(({ first }, row) => {
      const own = new Float64Array(first.length * TAG_COUNT);
      first.forEach((column, word) => {
        const at = (row * width + column) * TAG_COUNT;
        own.set(all.subarray(at, at + TAG_COUNT), word * TAG_COUNT);
      });
      return this.spans(own);
    });
  }

  private spans(scores: Float64Array): TaggedSpan[] {
    if (scores.length === 0) return [];
    const tags = bestTags(scores, NO_TRANSITIONS);
    if (tags.every((tag) => tag === 0)) return [];
    return spansOf(tags, tagMarginals(scores, { transitions: NO_TRANSITIONS, temperature: this.temperature }));
  }
}

function readJson(name: string): object {
  return JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as object;
}
