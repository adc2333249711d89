import { FEATURE_BUCKETS } from '#extraction/classifier/feature-hash.js';
import { viterbi, TAG_COUNT } from '#extraction/classifier/tagger.js';

/** A training sentence: features by token, and tag numbers. */
export interface Example {
  readonly features: readonly Int32Array[];
  readonly tags: Uint8Array;
}

/** Float weights before quantization. */
export interface LearnedWeights {
  readonly emissions: Float32Array;
  readonly transitions: Float32Array;
}

const TRANSITION_ROWS = TAG_COUNT + 1;

/**
 * Learns a linear-chain model by the averaged structured perceptron (Collins 2002): where the best sequence is wrong,
 * its features lose one and the right ones win one; the weights are averaged over all steps.
 * @param seed of the order of the sentences in each pass
 */
export function learn(examples: readonly Example[], passes: number, seed: number): LearnedWeights {
  const emissions = new Float32Array(FEATURE_BUCKETS * TAG_COUNT);
  const transitions = new Float32Array(TRANSITION_ROWS * TAG_COUNT);
  // Sums of update · step: average = weights − sum / steps.
  const lateEmissions = new Float64Array(emissions.length);
  const lateTransitions = new Float64Array(transitions.length);
  const random = generator(seed);
  const order = examples.map((_, i) => i);
  let step = 1;
  for (let pass = 0; pass < passes; pass++) {
    shuffle(order, random);
    for (const index of order) {
      const example = examples[index];
      if (example === undefined) continue;
      const guess = viterbi(scoresOf(example.features, emissions), transitions);
      if (!guess.every((tag, i) => tag === example.tags[i])) {
        for (const [tags, delta] of [[example.tags, 1] as const, [guess, -1] as const]) {
          let previous: number = TAG_COUNT;
          for (let i = 0; i < tags.length; i++) {
            const tag = tags[i] ?? 0;
            add(transitions, lateTransitions, previous * TAG_COUNT + tag, delta, step);
            if (guess[i] !== example.tags[i]) {
              for (const bucket of example.features[i] ?? []) {
                add(emissions, lateEmissions, bucket * TAG_COUNT + tag, delta, step);
              }
            }
            previous = tag;
          }
        }
      }
      step += 1;
    }
  }
  return {
    emissions: emissions.map((w, i) => w - (lateEmissions[i] ?? 0) / step),
    transitions: transitions.map((w, i) => w - (lateTransitions[i] ?? 0) / step),
  };
}

/**
 * Rounds emissions to int8 on a square-root scale, which keeps the many small weights apart: on a linear one F1 falls
 * by ten points.
 */
export function quantize(emissions: Float32Array): { emissions: Int8Array; scale: number } {
  const largest = emissions.reduce((max, w) => Math.max(max, Math.abs(w)), 0);
  const unit = Math.sqrt(largest) / 127;
  return {
    emissions: Int8Array.from(emissions, (w) => Math.sign(w) * Math.round(Math.sqrt(Math.abs(w)) / unit)),
    scale: unit ** 2,
  };
}

/** A seeded generator of numbers in [0, 1) (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function scoresOf(features: readonly Int32Array[], emissions: Float32Array): Float64Array {
  const scores = new Float64Array(features.length * TAG_COUNT);
  for (let i = 0; i < features.length; i++) {
    for (const bucket of features[i] ?? []) {
      for (let t = 0; t < TAG_COUNT; t++) {
        scores[i * TAG_COUNT + t] = (scores[i * TAG_COUNT + t] ?? 0) + (emissions[bucket * TAG_COUNT + t] ?? 0);
      }
    }
  }
  return scores;
}

function add(weights: Float32Array, late: Float64Array, i: number, delta: number, step: number): void {
  weights[i] = (weights[i] ?? 0) + delta;
  late[i] = (late[i] ?? 0) + delta * step;
}

function shuffle(list: number[], random: () => number): void {
  for (let i = list.length - 1; i > 0; i--) {
    const k = Math.floor(random() * (i + 1));
    const moved = list[i] ?? 0;
    list[i] = list[k] ?? 0;
    list[k] = moved;
  }
}
