import { expect, test } from '@jest/globals';
import { NO_OBSERVATIONS, type RelationObservation } from '#contracts/observations.js';
import type { RelationType } from '#contracts/ontology.js';
import { withInnerPlaces } from './inner-places.js';

/** A relation as "Ana lives_in Oban", which a confidence or a polarity may follow. */
function relation(written: string): RelationObservation {
  const [from = '', type, to = '', more] = written.split(' ');
  return {
    ...{ type: type as RelationType, from: { type: 'person', name: from }, to: { type: 'place', name: to } },
    ...{ polarity: more === 'ended' ? 'ended' : 'asserted', event_at_unix_nanos: 0n, stage: 'pattern' },
    confidence: Number(more) || 0.9,
  };
}

const place = (written: string) => {
  const made = relation(written);
  return made.type === 'located_in' ? { ...made, from: { ...made.from, type: 'place' as const } } : made;
};

function keptOf(...written: string[]): string[] {
  const { relations } = withInnerPlaces({ ...NO_OBSERVATIONS, relations: written.map(place) });
  return relations.map(({ from, type, to }) => `${from.name} ${type} ${to.name}`);
}

test('of a place and one within it, the inner one is given', () => {
  const [home, town, within] = ['Ana lives_in Street', 'Ana lives_in Oban', 'Street located_in Oban'];
  expect(keptOf(home, town, within)).toEqual([home, within]);
  expect(keptOf(town, home, within)).toEqual([home, within]);
  expect(keptOf('Street located_in Oban', 'Street located_in Scotland', 'Oban located_in Scotland')).toEqual([
    'Street located_in Oban',
    'Oban located_in Scotland',
  ]);
});

test.each([
  { why: 'the places are unrelated', others: [] },
  { why: 'the inner place is doubtful', others: ['Street located_in Oban 0.4'] },
  { why: 'the inner place is in another', others: ['Street located_in Leeds'] },
])('both are given where $why', ({ others }) => {
  const given = ['Ana lives_in Street', 'Ana lives_in Oban', ...others];
  expect(keptOf(...given)).toHaveLength(given.length);
});

test('what somebody left, and where others are, stays', () => {
  const given = ['Ana lives_in Street', 'Ana lives_in Oban ended', 'Bo lives_in Oban', 'Street located_in Oban'];
  expect(keptOf(...given)).toHaveLength(4);
});
