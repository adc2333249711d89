import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { loadGazetteers } from '../names/gazetteers.js';
import { FEATURE_BUCKETS } from './feature-hash.js';
import { sentenceFeatures } from './sentence-features.js';

const gazetteers = loadGazetteers();

/** Reference hash: FNV-1a, with which the weights were trained. */
function bucket(feature: string): number {
  let hash = 0x811c9dc5;
  for (const unit of feature.split('')) hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193);
  return (hash ^ (hash >>> 15)) & (FEATURE_BUCKETS - 1);
}

test('features are hashed as in training', () => {
  const [first, second] = sentenceFeatures(['Zorblatt', 'qx'], gazetteers);
  const lists = (f: readonly number[] | undefined) => f?.[4];
  expect(lists(first)).toBe(bucket('l'));
  const expected = [
    ...['b', 'wzorblatt', 'sXx+', 'ssXx+some', 'l', 'p1<s>', 'n1qx', 'p2<s>', 'n2</s>', 'pw<s> zorblatt'],
    ...['wnzorblatt qx', 'pp<s> <s>', 'nnqx </s>', 'pn<s> qx', 'ps<s>Xx+', 'nsXx+x+', '3s<s>Xx+x+', 'pl', 'nl'],
    ...['ll|', 'lm|', 'lsXx+', 'lp<s>', 'lnqx', 'spXx+<s>', 'snXx+qx', '<z', '>t', '<zo', '>tt', '<zor', '>att'],
    ...['<zorb', '>latt', 'x1<s>', 'x2qx'],
  ];
  expect([...(first ?? [])]).toEqual(expected.map(bucket));
  expect([...(second ?? [])].slice(1, 3)).toEqual(['wqx', 'sx+'].map(bucket));
});

/** Words with capitals, digits, accents, multi-word names and nested names. */
const TOKENS = (
  'My iPhone 15 from New York City and São Paulo , Dr. Anna-Lena O’Brien of the University of Oslo met ' +
  'BOB in 2024 at Acme Corp Ltd . see @maya #x https://a.b/c İstanbul ẞ 😀 日本 café'
).split(' ');

test('features of varied words are those of training', () => {
  const features = sentenceFeatures(TOKENS, gazetteers);
  const hash = createHash('sha256').update(JSON.stringify(features));
  expect(hash.digest('hex')).toBe('e911ad7a12086fb910874374806c156847702f35bf278ee6db88020bb8fd8992');
});
