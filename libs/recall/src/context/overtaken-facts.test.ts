import { describe, expect, test } from '@jest/globals';
import { hitOf, toldFact } from '../../../../test/harness/told-facts.js';
import { overtakenBy } from './overtaken-facts.js';

/** Whether a fact of Ana Reis, told at time 1, is overtaken by what Bo, or another, says at time 2. */
function overtakes(predicate: string, value: string, text: string, speaker = 'Bo', time = 2n): boolean {
  const fact = toldFact('Ana Reis', predicate, value, 'm1');
  return overtakenBy([hitOf('m1', 'Told.', 1n), hitOf('m2', text, time, { speaker, role: 'user' })])(fact);
}

describe('overtaken', () => {
  test.each([
    ['works_at', 'St Teilo Hospital', 'My last day at St Teilo is 31 July.', 'Ana'],
    ['works_at', 'Acme', 'i left, got a better job at the depot', 'Ana'],
    ['works_at', 'Acme', "I've done it, I handed in my notice!", 'Ana'],
    ['works_at', 'Acme', 'Ana starts at Galp on Monday.', 'Bo'],
    ['works_at', 'Acme', 'Ana Reis no longer works for Acme.', 'Bo'],
    ['lives_in', 'Porto', 'Ana has moved into her new flat.', 'Bo'],
    ['lives_in', 'Porto', 'We moved out on Saturday.', 'Ana'],
    ['has', 'dog', 'They fetched Rex, so no more dog food on the list.', 'Ana'],
    ['plans', 'buying a house', 'The house fell through.', 'Ana'],
    ['plans', 'buying Galp', "Nobody's buying Galp, Ana only rents there.", 'Bo'],
    ['allergic_to', 'shellfish', "Saw an allergist: it's only mussels, not shellfish.", 'Ana'],
    ['occupation', 'head of the school', 'Tom is now permanent head of the school.', 'Bo'],
    ['status', 'treasurer', 'Tom will be treasurer from June.', 'Bo'],
    ['occupation', 'product manager', 'Ana Reis leaves in July; her successor is Bo.', 'Cleo'],
  ])('%s %s: %s', (predicate, value, text, speaker) => {
    expect(overtakes(predicate, value, text, speaker)).toBe(true);
  });
});

describe('not overtaken', () => {
  test.each([
    ['works_at', 'Acme', 'Nice work at Acme today.', 'Ana'],
    ['works_at', 'Acme', 'Tom no longer works for Galp.', 'Ana'],
    ['works_at', 'Acme', 'Maybe I left too early, would Ana have quit?', 'Ana'],
    ['works_at', 'Acme', 'From: Tom\nI left the company.', 'Ana'],
    ['works_at', 'Acme', 'Ana left early on Friday.', 'Bo'],
    ['lives_in', 'Porto', 'Ana has moved to the growth team.', 'Bo'],
    ['lives_in', 'Porto', 'Tom moved to Faro.', 'Bo'],
    ['has', 'dog', 'Tom sold his dog.', 'Bo'],
    ['allergic_to', 'sesame', 'Test of Ana: eggs are fine now, sesame still is bad.', 'Bo'],
    ['occupation', 'manager', 'Joost no longer looks after us, Petra is new.', 'Ana'],
    ['occupation', 'physio', 'I handed in my notice!', 'Ana'],
    ['phone', '+351 22', 'I left, my number is not +351 22.', 'Ana'],
  ])('%s %s: %s', (predicate, value, text, speaker) => {
    expect(overtakes(predicate, value, text, speaker)).toBe(false);
  });

  test('by what was said before the fact was told', () => {
    expect(overtakes('works_at', 'Acme', 'I left Acme.', 'Ana', 0n)).toBe(false);
    expect(overtakes('works_at', 'Acme', 'I left Acme.', 'Ana')).toBe(true);
  });
});
