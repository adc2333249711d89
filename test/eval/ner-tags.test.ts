import { expect, test } from '@jest/globals';
import type { Stage } from '#extraction/pipeline/stage.js';
import { peerTagsOf, tagsOf } from '../../eval/ner-tags.js';

const mention = (name: string, start: number, type: 'person' | 'organization' | 'product') => {
  return { name, start, end: start + Array.from(name).length, type, confidence: 1, stage: 'pattern' } as const;
};

const stage: Stage = {
  name: 'pattern',
  version: 'test',
  run: () => {
    const mentions = [
      mention('Ana Lima', 2, 'person'),
      mention('Acme', 20, 'organization'),
      mention('iPad', 28, 'product'),
    ];
    return { state: 'done', observations: { mentions, relations: [], statements: [], aliases: [] } };
  },
};

test('tags follow the mentions, counted in code points, and have none for other types', async () => {
  const tokens = ['😀', 'Ana', 'Lima', 'works', 'at', 'Acme', 'on', 'iPad'];
  expect(tokens.join(' ').indexOf('Acme')).toBe(21);
  expect(await tagsOf(tokens, [stage])).toEqual(['O', 'B-PER', 'I-PER', 'O', 'O', 'B-ORG', 'O', 'O']);
});

test('the tags of the peer follow its names in the same way', () => {
  const tokens = ['😀', 'Maria', 'Lopez', 'works', 'at', 'Acme', 'Corp', 'in', 'Lisbon', '.'];
  expect(peerTagsOf(tokens)).toEqual(['O', 'B-PER', 'I-PER', 'O', 'O', 'B-ORG', 'I-ORG', 'O', 'B-LOC', 'O']);
});
