import { expect, test } from '@jest/globals';
import { NO_OBSERVATIONS, type EndObservation } from '#contracts/observations.js';
import { assessClaims } from './assess-claims.js';

test('an end keeps its own confidence', () => {
  const end: EndObservation = {
    ...{ predicate: 'works_at', subject: { type: 'person', name: 'Ruth' } },
    ...{ event_at_unix_nanos: 0n, confidence: 0.71, stage: 'classifier' },
  };
  const observations = { ...NO_OBSERVATIONS, ends: [end] };
  const input = { text: 'Ruth has cleared her desk.', speaker: null, role: null, eventAtUnixNanos: 0n };
  const assessed = assessClaims({}, input, { observations, byRules: NO_OBSERVATIONS, opinions: [] });
  expect(assessed).toEqual(observations);
});
