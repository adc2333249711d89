import { expect, test } from '@jest/globals';
import { entityConfidence } from './entity-confidence.js';
import { entityFeatures, type SpannedEntity } from './entity-features.js';

/** A person of one mention, with other properties. */
const entity = (other: Partial<SpannedEntity> = {}): SpannedEntity => ({
  ...{ type: 'person', canonicalName: 'Ana Roth', mentions: 1, confidenceSum: 900, mistypedMentions: 0 },
  ...other,
});

test('a confidence is a probability with three decimals', () => {
  const found = entityConfidence(entity());
  expect(found).toBeGreaterThan(0.5);
  expect(found).toBeLessThan(1);
  expect(Number(found.toFixed(3))).toBe(found);
  expect(entityConfidence(entity(), {})).toBe(0.5);
});

test('more mentions, surer ones and those of one type make an entity more likely', () => {
  const once = entityConfidence(entity());
  expect(entityConfidence(entity({ mentions: 3, confidenceSum: 2_700 }))).toBeGreaterThan(once);
  expect(entityConfidence(entity({ confidenceSum: 500 }))).toBeLessThan(once);
  const thrice = entity({ mentions: 3, confidenceSum: 2_700, mistypedMentions: 1 });
  expect(entityConfidence(thrice)).toBeLessThan(entityConfidence({ ...thrice, mistypedMentions: 0 }));
});

test('a common word is less likely a name than a listed place or product', () => {
  const of = (type: SpannedEntity['type'], canonicalName: string) => entityConfidence(entity({ type, canonicalName }));
  expect(of('place', 'Lisbon')).toBeGreaterThan(of('place', 'Boathouse'));
  expect(of('product', 'Kafka')).toBeGreaterThan(of('product', 'Ladder'));
});

test('features tell how a name is written and what lists know of it', () => {
  const names = (type: SpannedEntity['type'], canonicalName: string) =>
    Object.keys(entityFeatures(entity({ type, canonicalName }))).filter(
      (name) => !/confidence|^bias|^type:/.test(name),
    );
  expect(names('place', 'lisbon')).toEqual([
    'lowerCase',
    'singleWord',
    'place:singleWord',
    'place:lowerCase',
    'listed:place',
  ]);
  expect(names('product', 'LISBON 4')).toEqual(['upperCase', 'digit']);
  expect(names('organization', 'Harbour Hospital')).toEqual(['commonWords', 'wordOfType']);
  expect(names('work', 'Harbour Hospital')).toEqual(['commonWords', 'wordOfOtherType']);
});
