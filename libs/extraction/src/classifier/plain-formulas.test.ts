import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { viterbi, emissionScores, mayFollow, TAG_COUNT, tagMarginals } from './tagger.js';

const TAGS = Array.from({ length: TAG_COUNT }, (_, t) => t);
/** Multiples of 1/8, so that equal sums do not differ by rounding. */
const weight = fc.integer({ min: -40, max: 40 }).map((n) => n / 8);
const sentence = fc
  .integer({ min: 1, max: 3 })
  .chain((length) => fc.array(weight, { minLength: length * TAG_COUNT, maxLength: length * TAG_COUNT }));
const transitions = fc
  .array(weight, { minLength: (TAG_COUNT + 1) * TAG_COUNT, maxLength: (TAG_COUNT + 1) * TAG_COUNT })
  .map((list) => Float32Array.from(list));

/** Scores of all valid tag sequences, by the definition of the model. */
function scoresOfAll(scores: readonly number[], steps: Float32Array, temperature: number): [number[], number][] {
  let sequences: [number[], number][] = [[[], 0]];
  for (let i = 0; i < scores.length / TAG_COUNT; i++) {
    sequences = sequences.flatMap(([tags, sum]) =>
      TAGS.filter((t) => mayFollow(tags.at(-1) ?? 0, t)).map((t): [number[], number] => {
        const step = steps[(tags.at(-1) ?? TAG_COUNT) * TAG_COUNT + t] ?? 0;
        return [[...tags, t], sum + (step + (scores[i * TAG_COUNT + t] ?? 0)) / temperature];
      }),
    );
  }
  return sequences;
}

test('viterbi finds a sequence with the best score of all', () => {
  fc.assert(
    fc.property(sentence, transitions, (scores, steps) => {
      const all = scoresOfAll(scores, steps, 1);
      const best = all.reduce((a, b) => (b[1] > a[1] ? b : a));
      const found = [...viterbi(Float64Array.from(scores), steps)].join();
      expect(all.find(([tags]) => tags.join() === found)?.[1]).toBe(best[1]);
    }),
    { numRuns: 40 },
  );
});

test('the probability of a tag is the weight share of sequences with it', () => {
  fc.assert(
    fc.property(sentence, transitions, fc.constantFrom(1, 2.5), (scores, steps, temperature) => {
      const marginals = tagMarginals(Float64Array.from(scores), { transitions: steps, temperature });
      const all = scoresOfAll(scores, steps, temperature).map(([tags, sum]) => ({ tags, weight: Math.exp(sum) }));
      const total = all.reduce((sum, { weight: w }) => sum + w, 0);
      const plain = new Float64Array(scores.length);
      for (const { tags, weight: w } of all) {
        tags.forEach((t, i) => (plain[i * TAG_COUNT + t] = (plain[i * TAG_COUNT + t] ?? 0) + w / total));
      }
      marginals.forEach((p, k) => {
        expect(p).toBeCloseTo(plain[k] ?? 0, 9);
      });
    }),
    { numRuns: 40 },
  );
});

test('a token scores the sum of the weights of its buckets', () => {
  const emissions = Float32Array.from({ length: 5 * TAG_COUNT }, (_, k) => k / 4);
  const features = [[4, 0], [], [2]];
  const scores = emissionScores(features, { emissions, transitions: new Float32Array(), temperature: 1 });
  const plain = features.flatMap((buckets) =>
    TAGS.map((t) => [...buckets].reduce((sum, b) => sum + (emissions[b * TAG_COUNT + t] ?? 0), 0)),
  );
  expect([...scores]).toEqual(plain);
});
