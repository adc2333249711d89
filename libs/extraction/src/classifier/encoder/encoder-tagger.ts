import { ENTITY_TYPES, type EntityType } from '#contracts/ontology.js';
import { viterbi, spansOf, TAG_COUNT, tagMarginals, type SpanTagger, type TaggedSpan } from '../tagger.js';
import type { LayerScores } from './encoder-model.js';
import type { EncoderRows } from './encoder-rows.js';

/** Least probability of the type of something that is no person, place or organization by its tag. */
const MIN_TYPE = 0.5;
/** Of an animal that is tagged as a person: most texts with tags tell no dog from its owner. */
const MIN_ANIMAL = 0.7;
/** The encoder's scores need no transitions: only tags that may not follow each other are kept apart. */
const NO_TRANSITIONS = new Float32Array((TAG_COUNT + 1) * TAG_COUNT);

/** A sentence encoder with a layer of tags over the first piece of each word, and one of the types of what is named. */
export class EncoderTagger implements SpanTagger {
  readonly version: string;
  readonly types: ReadonlySet<EntityType> = new Set(ENTITY_TYPES);

  constructor(private readonly rows: EncoderRows) {
    this.version = rows.version;
  }

  async ready(): Promise<void> {
    await this.rows.model();
  }

  /** Spans of each of the tokenized sentences, which are read as one row, as the turns of training were. */
  async tag(sentences: readonly (readonly string[])[]): Promise<TaggedSpan[][]> {
    const { tags, types, first } = await this.rows.of(sentences.flat());
    const { temperature } = (await this.rows.model()).figures;
    let begin = 0;
    return sentences.map((words) => {
      const [from, to] = [begin, Math.min(first.length, (begin += words.length))];
      return spansIn(wordScores(tags, from, to), temperature).map((span) => {
        const type = typeOf(wordScores(types, from, to), span);
        return type === undefined ? span : { ...span, type };
      });
    });
  }
}

function spansIn(scores: Float64Array, temperature: number): TaggedSpan[] {
  if (scores.length === 0) return [];
  const tags = viterbi(scores, NO_TRANSITIONS);
  if (tags.every((tag) => tag === 0)) return [];
  return spansOf(tags, tagMarginals(scores, { transitions: NO_TRANSITIONS, temperature }));
}

/** The scores of the words of a sentence; of words that were not read, none. */
function wordScores({ values, width }: LayerScores, from: number, to: number): Float64Array {
  return Float64Array.from(values.subarray(from * width, Math.max(from, to) * width));
}

/** What the layer of types is sure of, where the tag leaves it open or it is an animal that looks like a person. */
function typeOf(scores: Float64Array, span: TaggedSpan): EntityType | undefined {
  if (span.kind === 'MISC') return surestType(scores, span, MIN_TYPE);
  const type = span.kind === 'PER' ? surestType(scores, span, MIN_ANIMAL) : undefined;
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
