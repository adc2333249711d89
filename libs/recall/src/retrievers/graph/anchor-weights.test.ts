import { expect, test } from '@jest/globals';
import { anchorWeights } from './anchor-weights.js';

const documents = new Map([
  ['ana', 20],
  ['@ana', 40],
  ['silva', 2],
  ['terramap', 3],
  ['@marco', 15],
]);
const index = {
  documentFrequencies: () => ({ documentFrequencies: documents, documentCount: 100, totalLength: 1_000 }),
};

async function weightOf(...words: string[]): Promise<number | undefined> {
  return (await anchorWeights(index, [{ entityId: 'e', name: words.join(' '), words }])).get('e');
}

test('an entity in many memories, as speaker or in the text, starts the walk with weight down to 0.5', async () => {
  expect(await weightOf('ana')).toBe(0.5);
  expect(await weightOf('marco')).toBeCloseTo(0.75, 9);
  expect(await weightOf('terramap')).toBeCloseTo(0.95, 9);
});

test('the rarest word of a name counts, and a name without words, or in no memory, has weight 1', async () => {
  expect(await weightOf('ana', 'silva')).toBeCloseTo(1 - 0.5 * (0.02 / 0.3), 9);
  expect(await weightOf()).toBe(1);
  expect(await weightOf('nobody')).toBe(1);
});

test('each of several entities is weighted separately', async () => {
  const anchors = ['ana', 'terramap'].map((name) => ({ entityId: `of ${name}`, name, words: [name] }));
  const weights = await anchorWeights(index, anchors);
  expect([weights.get('of ana'), weights.get('of terramap')]).toEqual([0.5, expect.closeTo(0.95, 9)]);
});
