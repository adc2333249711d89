import { ENTITY_TYPES, type EntityType } from '#contracts/ontology.js';
import { bestTags, spansOf, TAG_COUNT, tagMarginals, type SpanTagger, type TaggedSpan } from '../tagger.js';
import type { EncoderModel, LayerScores } from './encoder-model.js';
import type { LazyEncoder } from './lazy-encoder.js';

/** Pieces of one sentence, as in training; words beyond get no tag. */
const LONGEST_SENTENCE = 160;
/** Least probability of the type of something that is no person, place or organization by its tag. */
const LEAST_TYPE = 0.5;
/** Of an animal that is tagged as a person: most texts with tags tell no dog from its owner. */
const LEAST_ANIMAL = 0.7;
/** The encoder's scores need no transitions: only tags that may not follow each other are kept apart. */
const NO_TRANSITIONS = new Float32Array((TAG_COUNT + 1) * TAG_COUNT);

/** A sentence encoder with a layer of tags over the first piece of each word, and one of the types of what is named. */
export class EncoderTagger implements SpanTagger {
  readonly version: string;
  readonly types: ReadonlySet<EntityType> = new Set(ENTITY_TYPES);

  constructor(private readonly encoder: LazyEncoder) {
    this.version = encoder.version;
  }

  async ready(): Promise<void> {
    await this.encoder.model();
  }

  /** Spans of each of the tokenized sentences, of one or more; all are padded to the longest, so give few at a time. */
  async tag(sentences: readonly (readonly string[])[]): Promise<TaggedSpan[][]> {
    const model = await this.encoder.model();
    const rows = sentences.map((words) => model.pieces.of(words, LONGEST_SENTENCE));
    const { tags, types } = await model.nameScores(rows);
    return rows.map(({ first }, row) => {
      return spansIn(model, wordScores(tags, row, first)).map((span) => {
        const type = typeOf(wordScores(types, row, first), span);
        return type === undefined ? span : { ...span, type };
      });
    });
  }
}

function spansIn(model: EncoderModel, scores: Float64Array): TaggedSpan[] {
  if (scores.length === 0) return [];
  const tags = bestTags(scores, NO_TRANSITIONS);
  if (tags.every((tag) => tag === 0)) return [];
  const { temperature } = model.figures;
  return spansOf(tags, tagMarginals(scores, { transitions: NO_TRANSITIONS, temperature }));
}

/** The scores of the first piece of each word, one word after the other. */
function wordScores({ values, pieces, width }: LayerScores, row: number, first: readonly number[]): Float64Array {
  const own = new Float64Array(first.length * width);
  first.forEach((piece, word) => {
    const at = (row * pieces + piece) * width;
    own.set(values.subarray(at, at + width), word * width);
  });
  return own;
}

/** What the layer of types is sure of, where the tag leaves it open or it is an animal that looks like a person. */
function typeOf(scores: Float64Array, span: TaggedSpan): EntityType | undefined {
  if (span.kind === 'MISC') return surestType(scores, span, LEAST_TYPE);
  const type = span.kind === 'PER' ? surestType(scores, span, LEAST_ANIMAL) : undefined;
  return type === 'animal' ? type : undefined;
}

/** The type that is likeliest over the words of a span, where it is likely enough to be believed. */
function surestType(scores: Float64Array, { first, last }: TaggedSpan, least: number): EntityType | undefined {
  const sums = ENTITY_TYPES.map((_, t) => {
    let sum = 0;
    for (let word = first; word <= last; word++) sum += scores[word * ENTITY_TYPES.length + t] ?? 0;
    return sum / (last - first + 1);
  });
  const powers = sums.map((sum) => Math.exp(sum - Math.max(...sums)));
  const all = powers.reduce((a, b) => a + b, 0);
  return ENTITY_TYPES.find((_, t) => (powers[t] ?? 0) / all >= least);
}
