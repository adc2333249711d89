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

/** Entity types of the tags; MISC stands for any other. */
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
  /** Entity type, if the model is more specific than the tag. */
  readonly type?: EntityType;
  readonly probability: number;
}

/** Finds the named spans of tokenized sentences. */
export interface SpanTagger {
  /** Changes whenever the same words could give other spans. */
  readonly version: string;
  /** Entity types that it distinguishes. */
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
export function emissionScores(features: readonly (readonly number[])[], { emissions }: TaggerWeights): Float64Array {
  const scores = new Float64Array(features.length * TAG_COUNT);
  features.forEach((buckets, i) => {
    addUp(buckets, emissions, scores, i * TAG_COUNT);
  });
  return scores;
}

/**
 * Sums the weights of each tag over the buckets of a token. Separate variables and an index loop: accumulating in an
 * array or iterating over the buckets takes three times as long (1.2 µs a token).
 */
function addUp(buckets: readonly number[], emissions: Float32Array, scores: Float64Array, at: number): void {
  let o = 0;
  let beginPer = 0;
  let inPer = 0;
  let beginLoc = 0;
  let inLoc = 0;
  let beginOrg = 0;
  let inOrg = 0;
  let beginMisc = 0;
  let inMisc = 0;
  for (let k = 0; k < buckets.length; k++) {
    const row = (buckets[k] as number) * TAG_COUNT;
    o += weight(emissions, row);
    beginPer += weight(emissions, row + 1);
    inPer += weight(emissions, row + 2);
    beginLoc += weight(emissions, row + 3);
    inLoc += weight(emissions, row + 4);
    beginOrg += weight(emissions, row + 5);
    inOrg += weight(emissions, row + 6);
    beginMisc += weight(emissions, row + 7);
    inMisc += weight(emissions, row + 8);
  }
  scores[at] = o;
  scores[at + 1] = beginPer;
  scores[at + 2] = inPer;
  scores[at + 3] = beginLoc;
  scores[at + 4] = inLoc;
  scores[at + 5] = beginOrg;
  scores[at + 6] = inOrg;
  scores[at + 7] = beginMisc;
  scores[at + 8] = inMisc;
}

/** Best tag sequence under the model (Viterbi). */
export function viterbi(scores: Float64Array, transitions: Float32Array): Uint8Array {
  const length = scores.length / TAG_COUNT;
  const back = new Uint8Array(scores.length);
  let row = new Float64Array(TAG_COUNT);
  let next = new Float64Array(TAG_COUNT);
  for (let i = 0; i < length; i++) {
    for (let to = 0; to < TAG_COUNT; to++) {
      const from = i === 0 ? TAG_COUNT : bestFrom(row, transitions, to);
      const step = from === TAG_COUNT && !MAY_FOLLOW[to] ? -Infinity : weight(transitions, from * TAG_COUNT + to);
      next[to] = (i === 0 ? 0 : value(row, from)) + step + value(scores, i * TAG_COUNT + to);
      back[i * TAG_COUNT + to] = i === 0 ? 0 : from;
    }
    [row, next] = [next, row];
  }
  return backtrack(row, back, length);
}

/**
 * Probability of each tag at each token (forward-backward algorithm). The sums of a token are normalized, so products
 * never underflow and no logarithms are needed: 9 exponentials a token instead of a hundred. The scores of a token must
 * differ by less than 700 times the temperature; beyond that a double represents only the best.
 */
export function tagMarginals(
  scores: Float64Array,
  { transitions, temperature }: Pick<TaggerWeights, 'transitions' | 'temperature'>,
): Float64Array {
  const length = scores.length / TAG_COUNT;
  const tokens = tokenWeights(scores, temperature);
  const steps = stepWeights(transitions, temperature);
  const marginals = new Float64Array(scores.length);
  for (let i = 0; i < length; i++) {
    const [before, at] = [(i - 1) * TAG_COUNT, i * TAG_COUNT];
    for (let to = 0; to < TAG_COUNT; to++) {
      let sum = i === 0 ? value(steps, TAG_COUNT * TAG_COUNT + to) : 0;
      for (let from = 0; i > 0 && from < TAG_COUNT; from++) {
        sum += value(marginals, before + from) * value(steps, from * TAG_COUNT + to);
      }
      marginals[at + to] = sum * value(tokens, at + to);
    }
    scaleToOne(marginals, at);
  }
  // Forward sums are done; now the backward sums.
  const behind = new Float64Array(TAG_COUNT).fill(1);
  const next = new Float64Array(TAG_COUNT);
  for (let i = length - 2; i >= 0; i--) {
    const [at, after] = [i * TAG_COUNT, (i + 1) * TAG_COUNT];
    for (let to = 0; to < TAG_COUNT; to++) next[to] = value(behind, to) * value(tokens, after + to);
    for (let from = 0; from < TAG_COUNT; from++) {
      let sum = 0;
      for (let to = 0; to < TAG_COUNT; to++) sum += value(steps, from * TAG_COUNT + to) * value(next, to);
      behind[from] = sum;
    }
    scaleToOne(behind, 0);
    for (let tag = 0; tag < TAG_COUNT; tag++) marginals[at + tag] = value(marginals, at + tag) * value(behind, tag);
    scaleToOne(marginals, at);
  }
  return marginals;
}

/** Factor of each tag at each token; the best tag of a token has 1. */
function tokenWeights(scores: Float64Array, temperature: number): Float64Array {
  const weights = new Float64Array(scores.length);
  for (let at = 0; at < scores.length; at += TAG_COUNT) {
    let best = -Infinity;
    for (let k = at; k < at + TAG_COUNT; k++) best = Math.max(best, value(scores, k));
    for (let k = at; k < at + TAG_COUNT; k++) weights[k] = Math.exp((value(scores, k) - best) / temperature);
  }
  return weights;
}

/** Factor of each transition; 0 for invalid ones. */
function stepWeights(transitions: Float32Array, temperature: number): Float64Array {
  const weights = new Float64Array((TAG_COUNT + 1) * TAG_COUNT);
  for (let k = 0; k < weights.length; k++) {
    // The start of a sentence has the same valid successors as O.
    const from = k < TAG_COUNT * TAG_COUNT ? k : k - TAG_COUNT * TAG_COUNT;
    weights[k] = MAY_FOLLOW[from] ? Math.exp(weight(transitions, k) / temperature) : 0;
  }
  return weights;
}

function scaleToOne(weights: Float64Array, at: number): void {
  let sum = 0;
  for (let k = at; k < at + TAG_COUNT; k++) sum += value(weights, k);
  for (let k = at; k < at + TAG_COUNT; k++) weights[k] = value(weights, k) / sum;
}

/** Spans of a tag sequence; a span's probability is the minimum over its tokens. */
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

/** `mayFollow` of all pairs, from-major. */
const MAY_FOLLOW = Array.from({ length: TAG_COUNT * TAG_COUNT }, (_, k) =>
  mayFollow(Math.floor(k / TAG_COUNT), k % TAG_COUNT),
);
/** Valid predecessors of each tag. */
const MAY_COME_FROM = TAGS.map((_, to) => TAGS.flatMap((__, from) => (mayFollow(from, to) ? [from] : [])));

function bestFrom(row: Float64Array, transitions: Float32Array, to: number): number {
  let best = -Infinity;
  let bestTag = 0;
  for (const from of MAY_COME_FROM[to] ?? []) {
    const score = value(row, from) + weight(transitions, from * TAG_COUNT + to);
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

/**
 * Array access without bounds check. One function per array type: a shared one, or handling of missing elements, makes
 * these loops three times as slow.
 */
function weight(list: Float32Array, i: number): number {
  return list[i] as number;
}

function value(list: Float64Array, i: number): number {
  return list[i] as number;
}
