import { ENTITY_TYPES, type EntityType } from '#contracts/ontology.js';
import { viterbi, spansOf, TAG_COUNT, tagMarginals, type SpanTagger, type TaggedSpan } from '../tagger.js';
import type { LayerScores } from './encoder-model.js';
import type { EncoderRows } from './encoder-rows.js';

/** Minimum probability of a type for a span tagged MISC. */
const MIN_TYPE = 0.5;
/**
 * Minimum probability of an animal tagged as a person: most annotated corpora do not distinguish a dog from its owner.
 */
const MIN_ANIMAL = 0.7;
/** No transition weights: only invalid tag sequences are excluded. */
const NO_TRANSITIONS = new Float32Array((TAG_COUNT + 1) * TAG_COUNT);

/** Tagger on a sentence encoder: a layer of tags over the first token of each word, and a layer of entity types. */
export class EncoderTagger implements SpanTagger {
  readonly version: string;
  readonly types: ReadonlySet<EntityType> = new Set(ENTITY_TYPES);

  constructor(private readonly rows: EncoderRows) {
    this.version = rows.version;
  }

  async ready(): Promise<void> {
    await this.rows.model();
  }

  /** Spans of each tokenized sentence. Sentences are read as one row, as turns were in training. */
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

/** Scores of a sentence's words; empty for words that were not read. */
function wordScores({ values, width }: LayerScores, from: number, to: number): Float64Array {
  return Float64Array.from(values.subarray(from * width, Math.max(from, to) * width));
}

/** Type from the type layer, for MISC spans and for animals tagged as persons. */
function typeOf(scores: Float64Array, span: TaggedSpan): EntityType | undefined {
  if (span.kind === 'MISC') return surestType(scores, span, MIN_TYPE);
  const type = span.kind === 'PER' ? surestType(scores, span, MIN_ANIMAL) : undefined;
  return type === 'animal' ? type : undefined;
}

/** Likeliest type over the words of a span, if its probability is at least `least`. */
function surestType(scores: Float64Array, { first, last }: TaggedSpan, minProbability: number): EntityType | undefined {
  const sums = ENTITY_TYPES.map((_, t) => {
    let sum = 0;
    for (let word = first; word <= last; word++) sum += scores[word * ENTITY_TYPES.length + t] ?? 0;
    return sum / (last - first + 1);
  });
  const powers = sums.map((sum) => Math.exp(sum - Math.max(...sums)));
  const all = powers.reduce((a, b) => a + b, 0);
  return ENTITY_TYPES.find((_, t) => (powers[t] ?? 0) / all >= minProbability);
}
