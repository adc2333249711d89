import type { EntityType } from '#contracts/ontology.js';

/** Tags of the model: BIO over the four classes of the training data. */
export const TAGS = ['O', 'B-PER', 'I-PER', 'B-LOC', 'I-LOC', 'B-ORG', 'I-ORG', 'B-MISC', 'I-MISC'] as const;
export const TAG_COUNT = TAGS.length;

/** Weights of a linear-chain model. */
export interface TaggerWeights {
  /** Bucket-major: weight of tag t for bucket b at b · TAG_COUNT + t. */
  readonly emissions: Float32Array;
  /** From-major; the row TAG_COUNT is the start of a sentence. */
  readonly transitions: Float32Array;
  /** Scores divided by this make probabilities; fitted on held-out data. */
  readonly temperature: number;
}

/** The types that the tags alone tell; MISC is any other. */
export const TYPE_OF_TAG: Readonly<Record<'PER' | 'LOC' | 'ORG', EntityType>> = {
  PER: 'person',
  LOC: 'place',
  ORG: 'organization',
};

/** Tokens first to last (inclusive) of one class, with the probability of the whole span, 0..1. */
export interface TaggedSpan {
  readonly first: number;
  readonly last: number;
  readonly kind: 'PER' | 'LOC' | 'ORG' | 'MISC';
  /** What is named, where the model is sure of more than the tag says. */
  readonly type?: EntityType;
  readonly probability: number;
}

/** Finds the named spans of tokenized sentences. */
export interface SpanTagger {
  /** Changes whenever the same words could give other spans. */
  readonly version: string;
  /** The types that it tells apart. */
  readonly types: ReadonlySet<EntityType>;
  /** Resolves when the model is loaded. */
  ready?(): Promise<void>;
  tag(sentences: readonly (readonly string[])[]): Promise<TaggedSpan[][]>;
}

/** Whether `to` may follow `from`: an inside tag only follows its own class. */
export function mayFollow(from: number, to: number): boolean {
  if (to === 0 || to % 2 === 1) return true;
  return from === to || from === to - 1;
}

/** Emission scores, token-major. */
export function emissionScores(features: readonly Int32Array[], { emissions }: TaggerWeights): Float64Array {
  const scores = new Float64Array(features.length * TAG_COUNT);
  for (let i = 0; i < features.length; i++) {
    const buckets = features[i] ?? NO_BUCKETS;
    for (let k = 0; k < buckets.length; k++) {
      const row = value(buckets, k) * TAG_COUNT;
      const at = i * TAG_COUNT;
      for (let t = 0; t < TAG_COUNT; t++) scores[at + t] = value(scores, at + t) + value(emissions, row + t);
    }
  }
  return scores;
}

const NO_BUCKETS = new Int32Array();

/** The best tag sequence under the model (Viterbi). */
export function bestTags(scores: Float64Array, transitions: Float32Array): Uint8Array {
  const length = scores.length / TAG_COUNT;
  const back = new Uint8Array(scores.length);
  let row = new Float64Array(TAG_COUNT);
  let next = new Float64Array(TAG_COUNT);
  for (let i = 0; i < length; i++) {
    for (let to = 0; to < TAG_COUNT; to++) {
      const from = i === 0 ? TAG_COUNT : bestFrom(row, transitions, to);
      const step = from === TAG_COUNT && !MAY_FOLLOW[to] ? -Infinity : value(transitions, from * TAG_COUNT + to);
      next[to] = (i === 0 ? 0 : value(row, from)) + step + value(scores, i * TAG_COUNT + to);
      back[i * TAG_COUNT + to] = i === 0 ? 0 : from;
    }
    [row, next] = [next, row];
  }
  return backtrack(row, back, length);
}

/** Probability of each tag at each token (forward and backward sums over all sequences). */
export function tagMarginals(
  scores: Float64Array,
  { transitions, temperature }: Pick<TaggerWeights, 'transitions' | 'temperature'>,
): Float64Array {
  const length = scores.length / TAG_COUNT;
  const forward = new Float64Array(scores.length);
  const backward = new Float64Array(scores.length);
  const emit = scores.map((score) => score / temperature);
  const steps = stepsOf(transitions, temperature);
  const terms = new Float64Array(TAG_COUNT);
  for (let to = 0; to < TAG_COUNT; to++) {
    forward[to] = (MAY_FOLLOW[to] ? value(steps, TAG_COUNT * TAG_COUNT + to) : -Infinity) + value(emit, to);
  }
  for (let i = 1; i < length; i++) {
    const before = (i - 1) * TAG_COUNT;
    for (let to = 0; to < TAG_COUNT; to++) {
      for (let from = 0; from < TAG_COUNT; from++) {
        terms[from] = value(forward, before + from) + value(steps, from * TAG_COUNT + to);
      }
      forward[i * TAG_COUNT + to] = logSum(terms) + value(emit, i * TAG_COUNT + to);
    }
  }
  for (let i = length - 2; i >= 0; i--) {
    const after = (i + 1) * TAG_COUNT;
    for (let from = 0; from < TAG_COUNT; from++) {
      for (let to = 0; to < TAG_COUNT; to++) {
        terms[to] = value(steps, from * TAG_COUNT + to) + value(emit, after + to) + value(backward, after + to);
      }
      backward[i * TAG_COUNT + from] = logSum(terms);
    }
  }
  const total = logSum(forward.subarray((length - 1) * TAG_COUNT));
  return forward.map((score, k) => Math.exp(score + value(backward, k) - total));
}

/** The spans of a tag sequence, with the least probable of their tokens as probability of the span. */
export function spansOf(tags: Uint8Array, marginals: Float64Array): TaggedSpan[] {
  const spans: TaggedSpan[] = [];
  for (let i = 0; i < tags.length;) {
    const tag = tags[i] ?? 0;
    if (tag === 0) {
      i += 1;
      continue;
    }
    const inside = tag % 2 === 1 ? tag + 1 : tag;
    let last = i;
    let probability = value(marginals, i * TAG_COUNT + tag);
    while (tags[last + 1] === inside) {
      last += 1;
      probability = Math.min(probability, value(marginals, last * TAG_COUNT + inside));
    }
    spans.push({ first: i, last, kind: (TAGS[tag]?.slice(2) ?? 'MISC') as TaggedSpan['kind'], probability });
    i = last + 1;
  }
  return spans;
}

/** Whether the second tag may follow the first, from-major: `mayFollow` of all pairs. */
const MAY_FOLLOW = Array.from({ length: TAG_COUNT * TAG_COUNT }, (_, k) =>
  mayFollow(Math.floor(k / TAG_COUNT), k % TAG_COUNT),
);

/** Transitions as they count towards probabilities; those that may not be are impossible. */
function stepsOf(transitions: Float32Array, temperature: number): Float64Array {
  const steps = new Float64Array((TAG_COUNT + 1) * TAG_COUNT);
  for (let k = 0; k < steps.length; k++) {
    steps[k] = MAY_FOLLOW[k] === false ? -Infinity : value(transitions, k) / temperature;
  }
  return steps;
}

function bestFrom(row: Float64Array, transitions: Float32Array, to: number): number {
  let best = -Infinity;
  let bestTag = 0;
  for (let from = 0; from < TAG_COUNT; from++) {
    if (!MAY_FOLLOW[from * TAG_COUNT + to]) continue;
    const score = value(row, from) + value(transitions, from * TAG_COUNT + to);
    if (score > best) {
      best = score;
      bestTag = from;
    }
  }
  return bestTag;
}

function backtrack(row: Float64Array, back: Uint8Array, length: number): Uint8Array {
  const tags = new Uint8Array(length);
  let tag = row.indexOf(Math.max(...row));
  for (let i = length - 1; i >= 0; i--) {
    tags[i] = tag;
    tag = back[i * TAG_COUNT + tag] ?? 0;
  }
  return tags;
}

function logSum(terms: Float64Array): number {
  let max = -Infinity;
  for (const x of terms) if (x > max) max = x;
  if (max === -Infinity) return max;
  let sum = 0;
  for (const x of terms) if (x !== -Infinity) sum += Math.exp(x - max);
  return max + Math.log(sum);
}

function value(list: Float64Array | Float32Array | Int32Array, i: number): number {
  return list[i] ?? 0;
}
