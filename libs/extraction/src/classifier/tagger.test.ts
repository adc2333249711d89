import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { loadGazetteers } from '../names/gazetteers.js';
import { viterbi, mayFollow, spansOf, TAG_COUNT, tagMarginals, TAGS } from './tagger.js';
import { loadTagger } from './tagger-file.js';

const MODEL = new URL('../../../../models/extraction/', import.meta.url);
const tag = loadTagger(loadGazetteers());

test('the shipped weights are those of the model card', () => {
  const hash = createHash('sha256')
    .update(readFileSync(new URL('ner.bin.gz', MODEL)))
    .digest('hex');
  expect(readFileSync(new URL('MODEL_CARD.md', MODEL), 'utf8')).toContain(`| ner.bin.gz | ${hash} |`);
});

test('distinguishes persons, places and organizations in any letter case', () => {
  const spansIn = (text: string) =>
    tag(text.split(' ')).map(
      (s) =>
        `${s.kind} ${text
          .split(' ')
          .slice(s.first, s.last + 1)
          .join(' ')}`,
    );
  expect(spansIn('Yesterday Alice Chen flew from Leipzig to London .')).toEqual([
    'PER Alice Chen',
    'LOC Leipzig',
    'LOC London',
  ]);
  expect(spansIn('my friend maria lives in london')).toEqual(['PER maria', 'LOC london']);
  expect(spansIn('He joined the University of Oslo last year .')).toEqual(['ORG University of Oslo']);
  expect(spansIn('see you tomorrow then')).toEqual([]);
});

test('probabilities lie between 0 and 1', () => {
  for (const { probability } of tag('Alice Chen of Acme Corp met Bob in Paris , Texas .'.split(' '))) {
    expect(probability).toBeGreaterThan(0);
    expect(probability).toBeLessThanOrEqual(1);
  }
});

test('the tags of a token have probabilities that add up to one', () => {
  const scores = Float64Array.from({ length: 4 * TAG_COUNT }, (_, i) => Math.sin(i * 7) * 3);
  const transitions = Float32Array.from({ length: (TAG_COUNT + 1) * TAG_COUNT }, (_, i) => Math.cos(i * 3));
  const marginals = tagMarginals(scores, { transitions, temperature: 1 });
  for (let i = 0; i < 4; i++) {
    const sum = marginals.slice(i * TAG_COUNT, (i + 1) * TAG_COUNT).reduce((a, b) => a + b, 0);
    expect(sum).toBeCloseTo(1, 6);
  }
});

test('viterbi finds the best of all valid sequences', () => {
  const length = 3;
  const scores = Float64Array.from({ length: length * TAG_COUNT }, (_, i) => Math.sin(i * 5) * 2);
  const transitions = Float32Array.from({ length: (TAG_COUNT + 1) * TAG_COUNT }, (_, i) => Math.cos(i * 11));
  const scoreOf = (tags: readonly number[]) =>
    tags.reduce((sum, t, i) => {
      const from = i === 0 ? TAG_COUNT : (tags[i - 1] ?? 0);
      if (!mayFollow(i === 0 ? 0 : from, t)) return -Infinity;
      return sum + (scores[i * TAG_COUNT + t] ?? 0) + (transitions[from * TAG_COUNT + t] ?? 0);
    }, 0);
  let best = -Infinity;
  for (let k = 0; k < TAG_COUNT ** length; k++) {
    best = Math.max(
      best,
      scoreOf([k % TAG_COUNT, Math.floor(k / TAG_COUNT) % TAG_COUNT, Math.floor(k / TAG_COUNT ** 2)]),
    );
  }
  expect(scoreOf([...viterbi(scores, transitions)])).toBeCloseTo(best, 9);
});

test('a span runs from its first tag over the inside tags of its class', () => {
  const tags = Uint8Array.from(
    ['O', 'B-PER', 'I-PER', 'B-PER', 'B-LOC'].map((name) => TAGS.findIndex((t) => t === name)),
  );
  const spans = spansOf(tags, new Float64Array(tags.length * TAG_COUNT).fill(0.5));
  expect(spans.map(({ first, last, kind }) => `${String(first)}-${String(last)} ${kind}`)).toEqual([
    '1-2 PER',
    '3-3 PER',
    '4-4 LOC',
  ]);
});
