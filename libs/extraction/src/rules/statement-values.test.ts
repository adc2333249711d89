import { expect, test } from '@jest/globals';
import type { StatementPredicate } from '#contracts/ontology.js';
import { tokenize } from '../text/tokenizer.js';
import { completedValue, isFormer, mayBeValue, wordsAround } from './statement-values.js';

/** Whether the words in brackets may be a value: "I [sold my car] today". */
function mayBe(predicate: StatementPredicate, marked: string): boolean {
  const { tokens, first, last } = spanOf(marked);
  return mayBeValue(predicate, wordsAround(tokens, first, last));
}

function spanOf(marked: string) {
  const [before = '', value = ''] = marked.split(/[[\]]/);
  const tokens = tokenize(marked.replace(/[[\]]/g, ''));
  const first = tokenize(before).length;
  return { tokens, first, last: first + tokenize(value).length - 1 };
}

test.each([
  ['did', 'I [sold my car] today'],
  ['did', 'Ana [resigned].'],
  ['did', 'we [moved in] yesterday'],
  ['plans', "I'll [come on Saturday]"],
  ['plans', 'we have [the Portland trip] next'],
  ['has_condition', 'she has [a bad back]'],
  ['has_condition', "he has [Parkinson's] too"],
  ['occupation', 'she is the [CEO] here'],
  ['age', 'she is [34] now'],
  ['phone', 'call [0171 555 0199]'],
  ['status', 'he was [laid off] by them'],
  ['instruction', '[Always answer in Dutch].'],
  ['instruction', '[never send me surveys]'],
  ['age', 'she is [34 years] old'],
  ['likes', 'I like [to swim]'],
  ['likes', 'I like [the boiler]'],
  ['birthday', 'I was born on [3 May]'],
] as const)('%s: the words of "%s" are a value', (predicate, marked) => {
  expect(mayBe(predicate, marked)).toBe(true);
});

test.each([
  ['did', 'carried [the last chair up] four floors'],
  ['did', 'she [gave] me a book'],
  ['did', 'I [rang an agent in] Oslo'],
  ['did', 'I dropped [it]'],
  ['plans', 'he leaves [on the 30th] of May'],
  ['likes', 'I like [her]'],
  ['likes', 'they like [their]'],
  ['has_condition', 'Ankle and [knee] hurt'],
  ['has_condition', 'she had a [flu] jab'],
  ['has_condition', 'a [diabetes] test'],
  ['has_condition', 'he takes [amlodipine 5 mg] daily'],
  ['allergic_to', 'I have [an] allergy'],
  ['age', 'Sione Latu, [166], chair'],
  ['age', 'in her [seventieth] year'],
  ['age', "explain it like I'm [five]"],
  ['phone', 'the sum is [00412 1204.55]'],
  ['email', 'the file [apu.cpp] gets a test'],
  ['instruction', 'do NOT mention [golf].'],
  ['status', 'he stays [for a year]'],
  ['status', "I'm getting [married]"],
  ['age', 'I am [71] on Friday'],
  ['age', 'T. is [17] on the 20th'],
  ['age', "I'm [two] years sober"],
  ['age', 'He was [81].'],
  ['age', "nine songs, we're [three] in"],
  ['age', "their son Dale ('[99])"],
  ['phone', 'on: [2026-03-01]'],
  ['birthday', 'I was born on [a boat]'],
  ['likes', 'Give my love [to the volcano]'],
  ['likes', 'We come with it, like [the boiler]'],
  ['likes', 'we got the giggles, like [in the sluice room]'],
  ['instruction', '[Never said never]'],
  ['instruction', '[always said bakers make the best drivers]'],
  ['instruction', '[never before ten]'],
  ['instruction', 'it has been [nine days]'],
] as const)('%s: the words of "%s" are no value', (predicate, marked) => {
  expect(mayBe(predicate, marked)).toBe(false);
});

test.each([
  ['I [drove his wife to] Torbay Hospital, then home', 'drove his wife to Torbay Hospital'],
  ['I [sold my car] to Ana', 'sold my car'],
  ['I [looked at] all that they had in the shop that day on both of their floors', 'looked at'],
])('"%s" is completed to "%s"', (marked, whole) => {
  const { tokens, first, last } = spanOf(marked);
  const end = completedValue(tokens, first, last);
  expect(
    tokens
      .slice(first, end + 1)
      .map(({ text }) => text)
      .join(' '),
  ).toBe(whole);
});

test.each([
  ['Litiana, until yesterday a [lecturer] at USP', true],
  ['a former [nurse]', true],
  ['Litiana is a [lecturer] until July', false],
])('in "%s" the job is over: %s', (marked, isOver) => {
  const { tokens, first, last } = spanOf(marked);
  expect(isFormer('occupation', wordsAround(tokens, first, last))).toBe(isOver);
});
