import { expect, test } from '@jest/globals';
import type { Embedding } from './embedder.js';
import { StaticEmbedder } from './static-embedder.js';

const embedder = new StaticEmbedder();

function cosine(a: Embedding | undefined, b: Embedding | undefined): number {
  return (a?.vector ?? new Float32Array()).reduce((sum, value, i) => sum + value * (b?.vector[i] ?? 0), 0);
}

test('texts with related words are nearer than unrelated texts', async () => {
  const [asked, meant, other] = await embedder.embed([
    'Which animals does the farmer keep?',
    'There are forty sheep and a goat on the farm.',
    'The invoice was paid on Tuesday.',
  ]);
  expect(asked?.vector).toHaveLength(embedder.dimensions);
  expect(cosine(asked, asked)).toBeCloseTo(1, 4);
  expect(cosine(asked, meant)).toBeGreaterThan(cosine(asked, other) + 0.2);
});

test('a rare word weighs more than a common one', async () => {
  const [text, rare, common] = await embedder.embed(['the zebra', 'zebra', 'the']);
  expect(cosine(text, rare)).toBeGreaterThan(0.95);
  expect(cosine(text, common)).toBeLessThan(0.5);
});

test('an empty text has a zero vector', async () => {
  const [empty] = await embedder.embed(['']);
  expect(empty?.vector.every((value) => value === 0)).toBe(true);
});
