import { expect, test } from '@jest/globals';
import { claimsOf, RuleReader } from '../../../../test/extraction/rule-reader.js';
import { RULES } from '../rules/rules.js';
import { MAX_DENIAL_CONFIDENCE } from './denied-claims.js';

const READER = new RuleReader(RULES);

/** What Maya denies, what the rules claim from it, and a sentence alike from which they claim no end. */
const PAIRS: readonly (readonly [denial: string, claims: string, other: string])[] = [
  ["I'm not allergic to peanuts.", 'Maya no longer allergic_to peanuts', "I'm not only allergic to peanuts."],
  ['I am not allergic to peanuts', 'Maya no longer allergic_to peanuts', "I'm not sure I am allergic to peanuts."],
  ['im not allergic to peanuts', 'Maya no longer allergic_to peanuts', 'if im not allergic to peanuts i can eat it'],
  ["No, I'm not allergic to peanuts!", 'Maya no longer allergic_to peanuts', "I'm not allergic to peanuts, am I?"],
  ["I've never been allergic to peanuts.", 'Maya no longer allergic_to peanuts', 'Am I not allergic to peanuts?'],
  ["I don't have a peanut allergy.", 'Maya no longer allergic_to peanut', "I don't know if I have a peanut allergy."],
  ["Ola isn't allergic to nuts.", 'Ola no longer allergic_to nuts', "Tom says Ola isn't allergic to nuts."],
  [
    "I'm allergic to shrimp, not to peanuts.",
    'Maya allergic_to shrimp; Maya no longer allergic_to peanuts',
    "I'm allergic to shrimp, not just peanuts.",
  ],
  ["I don't work at Tidelab.", 'Maya no longer works_at Tidelab', "I don't just work at Tidelab."],
  ["I don't work for Tidelab, sorry.", 'Maya no longer works_at Tidelab', "I don't think I work for Tidelab."],
  ["Ola doesn't work at Tidelab.", 'Ola no longer works_at Tidelab', "Ola doesn't work at Tidelab on Fridays."],
  ["I'm not working at Tidelab.", 'Maya no longer works_at Tidelab', "I'm not working at Tidelab today."],
  ['I never worked at Tidelab!', 'Maya no longer works_at Tidelab', 'I never worked at Tidelab before 2019.'],
  ["I've never worked at Tidelab.", 'Maya no longer works_at Tidelab', 'I would never have worked at Tidelab.'],
  ["I didn't work at Tidelab.", 'Maya no longer works_at Tidelab', "I wish I didn't work at Tidelab."],
  [
    'I work at Tidelab, not Nordlys AS.',
    'Maya no longer works_at Nordlys AS; Maya works_at Tidelab',
    'I work at Tidelab, not far from Nordlys AS.',
  ],
  ["I told you I don't work at Tidelab.", 'Maya no longer works_at Tidelab', "Tom told me I don't work at Tidelab."],
  ["I don't live in Oslo.", 'Maya no longer lives_in Oslo', "I wouldn't live in Oslo."],
  ["I don't live in Oslo now.", 'Maya no longer lives_in Oslo', "I don't live in Oslo yet."],
  ["I'm not living in Oslo.", 'Maya no longer lives_in Oslo', "I'm not living in Oslo for long."],
  [
    "Ola doesn't live in Oslo, he lives in Bergen.",
    'Ola lives_in Bergen; Ola no longer lives_in Oslo',
    "Ola doesn't live far from Oslo, he lives in Bergen.",
  ],
  ['I never lived in Oslo!', 'Maya no longer lives_in Oslo', 'I have never visited Oslo since 2019.'],
  [
    'I never lived in Oslo! I live in Bergen.',
    'Maya lives_in Bergen; Maya no longer lives_in Oslo',
    'I never mind the rain. I live in Bergen.',
  ],
  ["I haven't lived in Oslo.", 'Maya no longer lives_in Oslo', "I haven't lived in Oslo long."],
  [
    'I live in Bergen, not in Oslo.',
    'Maya lives_in Bergen; Maya no longer lives_in Oslo',
    'I live in Bergen, why not?',
  ],
  ["I wasn't born in Oslo.", 'Maya no longer born_in Oslo', "I wasn't in Oslo when Ola was born in Bergen."],
  ['I am not a vegetarian.', 'Maya no longer diet a vegetarian', "I'm not always a vegetarian."],
  ["I'm not vegan.", 'Maya no longer diet vegan', "I'm not exactly vegan."],
  ['I was never vegan.', 'Maya no longer diet vegan', "I wasn't vegan."],
  ["I'm not a nurse.", 'Maya no longer occupation nurse', "I'm not the nurse you are looking for."],
  ["Ola isn't a nurse, he's a baker.", 'Ola no longer occupation nurse; Ola occupation baker', "Isn't Ola a nurse?"],
  ["I don't work as a nurse.", 'Maya no longer occupation nurse', "If I don't work as a nurse, I'll paint."],
  ["I don't have a boat.", 'Maya no longer has boat', "I don't have a boat because it is expensive."],
  ["I don't own a Kindle.", 'Maya no longer owns Kindle', "I don't only own a Kindle."],
  ["Ola isn't my brother.", 'Maya no longer sibling_of Ola', "Ola isn't my brother's friend."],
  ["Ola isn't our captain.", 'Ola no longer status captain', "Why isn't Ola our captain?"],
  ["Ola isn't diabetic.", 'Ola no longer has_condition diabetic', "Apparently Ola isn't diabetic."],
  ["I don't have asthma.", 'Maya no longer has_condition asthma', "Maybe I don't have asthma."],
  ["I don't speak French.", 'Maya no longer speaks French', "I don't speak French very well."],
  ["I'm not on leave.", 'Maya no longer status on leave', "I'm not on leave until Monday."],
  ["We're not married.", 'Maya no longer spouse_of anything; Maya no longer status married', 'Are we not married?'],
  ["I don't use Photoshop.", 'Maya no longer uses Photoshop', "I don't use Photoshop much."],
  ['My name is not Maya Reis.', '', "I don't get my name."],
];

test.each(PAIRS)('%s', async (denial, claims, other) => {
  const found = await READER.read(denial);
  expect(claimsOf(found).join('; ')).toBe(claims);
  const ended = [...found.relations, ...found.statements].filter(({ polarity }) => polarity === 'ended');
  expect(ended.every(({ confidence }) => confidence <= MAX_DENIAL_CONFIDENCE)).toBe(true);
  expect(claimsOf(await READER.read(other)).filter((claim) => claim.includes('no longer'))).toEqual([]);
});

test.each([
  "I don't like sushi.",
  'I have never visited Oslo.',
  "I didn't go to Oslo.",
  "I haven't sold my Vespa.",
  "I haven't left Tidelab.",
  "I'm never allowed to be on leave.",
  "I'm not standing for captain.",
  'Never mind, no idea.',
  'He said: "I don\'t work at Tidelab and I don\'t live in Oslo".',
])('%s denies no state', async (text) => {
  expect(claimsOf(await READER.read(text)).filter((claim) => claim.includes('no longer'))).toEqual([]);
});

test.each([
  ["I don't work at Tidelab any more.", 'works_at'],
  ['I no longer work at Tidelab.', 'works_at'],
  ["I'm not vegan anymore.", 'diet'],
])('%s tells an end, which is no denial', async (text, predicate) => {
  const { relations, statements } = await READER.read(text);
  const [end] = [...relations, ...statements.filter((statement) => statement.predicate === predicate)];
  expect(end).toMatchObject({ polarity: 'ended' });
  expect(end?.confidence).toBeGreaterThan(MAX_DENIAL_CONFIDENCE);
});

test.each([
  ["I'm allergic to nuts. Wait, I'm not allergic to nuts.", ['Maya no longer allergic_to nuts']],
  ["I'm not allergic to nuts. Sorry, I'm allergic to nuts.", ['Maya allergic_to nuts']],
])('%s: of one memory, what it says last counts', async (text, claims) => {
  expect(claimsOf(await READER.read(text))).toEqual(claims);
});
