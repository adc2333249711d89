import { expect, test } from '@jest/globals';
import { splitQuestion } from './split-question.js';

test.each([
  ['What do Ana and Bo do?', 'What do Ana do?', 'What do Bo do?'],
  ['where are Ana Silva, Bo and Cy?', 'where are Ana Silva?', 'where are Bo?', 'where are Cy?'],
  ["Where do Mr Roe's son and Mrs Lee's aunt live?", "Where do Mr Roe's son live?", "Where do Mrs Lee's aunt live?"],
  ['compare the price of a Lang and a Merel', 'compare the price of a Lang', 'compare the price of a Merel'],
  ['How much can the old and the new oven take?', 'How much can the old oven take?', 'How much can the new oven take?'],
  ['what do ana and bo eat', 'what do ana eat', 'what do bo eat'],
  ['who took over from Ana at school and from Bo', 'who took over from Ana at school', 'who took over from Bo'],
  ['why did it fail and who repaired the pump?', 'why did it fail', 'who repaired the pump?'],
])('%s asks about each side', (question, ...sides) => {
  expect(splitQuestion(question)).toEqual(sides);
});

test.each([
  'What does Ana do?',
  'What does Ana like and dislike?',
  'Who is the SRE and where is he based?',
  'Which scent was taken out of the range and why?',
  'When and where does the restaurant open?',
  'What do Ana and Bo have to do with each other?',
  'How much tea is sold to Forbes & Walker?',
  '',
])('%s is one question', (question) => {
  expect(splitQuestion(question)).toEqual([]);
});

test('a question of any length is split in no time', () => {
  for (const part of ['Ana and ', 'a and ', 'do x', 'A a ', 'the a and the ', 'from a and ', ' and what'])
    for (const times of [100, 1_000]) {
      const began = performance.now();
      splitQuestion(part.repeat(times));
      expect(performance.now() - began).toBeLessThan(100);
    }
});
