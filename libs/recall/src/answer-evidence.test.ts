import { describe, expect, test } from '@jest/globals';
import { termsOf } from '#graph/search/search-terms.js';
import { answerChance } from './answer-chance.js';
import { answerEvidence, type AnswerEvidence } from './answer-evidence.js';
import { answerKindOf } from './answer-kind.js';
import type { Found, Gathered } from './gather-candidates.js';

/** What is read of a question that found these turns, best first, each `speaker: text`. */
function evidenceOf(question: string, turns: readonly string[], cosines: readonly number[] = [0.5]): AnswerEvidence {
  const ids = turns.map((_, i) => `t${String(i)}`);
  const terms = [...new Set(termsOf(question))];
  const weighted = terms.map((term) => ({ term, documents: 1, weight: 1, asked: term, share: 1 }));
  const dense: Found = {
    ...{ name: 'dense', ms: 0, notes: {} },
    candidates: cosines.map((score, i) => ({ memoryId: ids[i] ?? '', score, support: 1, because: () => '' })),
  };
  const weights = { terms: weighted, speakers: [], asked: new Map(terms.map((term) => [term, 1])), meanLength: 5 };
  const query = { text: question, terms, weights, time: { span: null, when: false, now: false } };
  const gathered: Gathered = { query, found: [dense], places: new Map() };
  const ranked = ids.map((memoryId) => ({ memoryId, score: 1, near: 1, claimed: 0, found: [], lifts: [] }));
  const said = turns.map((turn, i): [string, { text: string; speaker: string }] => {
    const [speaker = '', text = ''] = turn.split(': ');
    return [ids[i] ?? '', { speaker, text }];
  });
  return answerEvidence(gathered, ranked, new Map(said));
}

describe('what the first hits hold of an answer', () => {
  test('is the cosine of the first, the share of words that name nobody, and of names', () => {
    const evidence = evidenceOf('Which knife does Ana sharpen?', ['Ana: the bread knife again', 'Bo: hm'], [0.4, 0.6]);
    expect(evidence).toMatchObject({ cosine: 0.4, covered: 0.5, named: 1 });
    expect(evidenceOf('Which knife does Ana sharpen?', ['Bo: the bread knife']).named).toBe(0);
  });

  test.each([
    ['who', 'Who mended the roof?', 'nobodyElse', 'Ana: it was my friend Marek', 'Ana: it leaks no more'],
    ['a name', 'What is the name of the boat?', 'noOtherName', 'Ana: we called her Petrel', 'Ana: it is white'],
    [
      'how many',
      'How many goats has Ana?',
      'uncounted',
      'Ana: I have nine black goats',
      'Ana: goats! by 7 in the morning',
    ],
    ['an age', 'How old is Ana?', 'noAge', 'Ana: I turned 30 in May', 'Bo: I am 30'],
    ['a price', 'What did the roof cost?', 'noPrice', 'Bo: we paid 900 euros', 'Bo: it has 900 tiles'],
    ['a measure', 'How long is the pier?', 'noNumber', 'Bo: 300 metres', 'Bo: very'],
  ] as const)('is missing where it asks for %s', (_, question, what, holding, lacking) => {
    expect([evidenceOf(question, [holding])[what], evidenceOf(question, [lacking])[what]]).toEqual([0, 1]);
    expect(evidenceOf('Where was it?', [lacking])[what]).toBe(0);
  });

  test('is read of the first five, where it asks for a number', () => {
    const hits = (place: number) => Array.from({ length: 6 }, (_, i) => (i === place ? 'Bo: 300 metres' : 'Bo: hm'));
    expect([4, 5].map((place) => evidenceOf('How long is the pier?', hits(place)).noNumber)).toEqual([0, 1]);
  });

  test('makes an answer likely or not, and is not judged where no vectors were compared', () => {
    const chance = (turn: string, cosine: number) =>
      answerChance(evidenceOf('How many goats has Ana?', [turn], [cosine]));
    expect(chance('Ana: I have nine goats', 0.5)).toBeGreaterThan(0.5);
    expect(chance('Ana: I love goats', 0.5)).toBeLessThan(0.26);
    expect(answerChance(evidenceOf('How many goats has Ana?', ['Ana: nine goats'], []))).toBeNull();
  });
});

test('answer_kind is none by the chance, or by confidences where that was not judged', () => {
  expect([answerKindOf([0.9, 0.2], 0.2), answerKindOf([0.9, 0.2], 0.3), answerKindOf([0.1], 0.9)]).toEqual([
    ...['none', 'single', 'many'],
  ]);
  expect([answerKindOf([0.29], null), answerKindOf([0.4], null), answerKindOf([], 0.9)]).toEqual([
    ...['none', 'single', 'none'],
  ]);
});
