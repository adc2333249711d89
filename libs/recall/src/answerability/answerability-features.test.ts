import type { RetrieverRun } from '../retrievers/retriever.js';
import { describe, expect, test } from '@jest/globals';
import { termsOf } from '#search/terms/terms.js';
import { answerabilityProbability, ANSWERABILITY_THRESHOLD } from './answerability-model.js';
import { answerabilityFeatures, type AnswerabilityFeatures } from './answerability-features.js';
import { answerKindOf } from './answer-kind.js';
import type { CandidateSet } from '../retrievers/candidate-set.js';
import type { HitText } from './hit-text.js';

const CLAIM = {
  ...{ node: 'a', other: 'b', text: '', folded: '', confidence: 0.8, current: true },
  ...{ isSubject: true, memoryIds: [], isCandidate: false },
  kind: 'relation' as const,
};

/** What is known beside the texts: cosines, predicates of facts and of candidates, and entities of each hit. */
interface Known {
  cosines?: number[];
  claims?: string[];
  candidates?: string[];
  entities?: string[];
}

/** Features of a question that found these messages, best first, each given as `speaker: text`. */
function featuresOf(
  question: string,
  turns: readonly string[],
  { cosines = [0.5], claims = [], candidates = [], entities = [] }: Known = {},
): AnswerabilityFeatures {
  const ids = turns.map((_, i) => `t${String(i)}`);
  const terms = [...new Set(termsOf(question))];
  const weighted = terms.map((term) => ({ term, documentFrequency: 1, weight: 1, queryTerm: term, share: 1 }));
  const dense: RetrieverRun = {
    ...{ name: 'dense', ms: 0, notes: {} },
    candidates: cosines.map((score, i) => ({ memoryId: ids[i] ?? '', score, support: 1, because: () => '' })),
  };
  const termWeights = {
    terms: weighted,
    speakers: [],
    queryWeights: new Map(terms.map((term) => [term, 1])),
    averageDocumentLength: 5,
  };
  const query = {
    text: question,
    terms,
    termWeights,
    temporalIntent: { span: null, asksForTime: false, asksForCurrent: false, state: null },
  };
  const graph: RetrieverRun = {
    ...{ name: 'entity_graph', ms: 0, notes: {}, candidates: [] },
    claims: claims.map((predicate) => ({ ...CLAIM, predicate })),
    candidateClaims: candidates.map((predicate) => ({ ...CLAIM, predicate, confidence: 0.4, isCandidate: true })),
  };
  const lexical: RetrieverRun = {
    ...{ name: 'lexical', ms: 0, notes: {} },
    candidates: ids.map((memoryId, i) => ({ memoryId, score: 1, support: 0.5 / (i + 1), because: () => '' })),
  };
  const maxSimScores = new Map(ids.map((id, i) => [id, { own: 0.6 - 0.1 * i, inContext: 0.9 }]));
  const runs = [lexical, dense, graph];
  const gathered: CandidateSet = { query, runs, contexts: new Map(), maxSimScores };
  const ranked = ids.map((memoryId) => ({
    memoryId,
    score: 1,
    contentScore: 1,
    structuralScore: 0,
    foundBy: [],
    boosts: [],
  }));
  const named = entities.map((name) => ({ canonical_name: name }));
  const said = turns.map((turn, i): [string, HitText] => {
    const [speaker = '', text = ''] = turn.split(': ');
    return [ids[i] ?? '', { speaker, text, entities: named }];
  });
  return answerabilityFeatures(gathered, ranked, new Map(said));
}

describe('answerability features', () => {
  test('include the cosine of the nearest memory and the share of names in the first hit', () => {
    const evidence = featuresOf('Which knife does Ana sharpen?', ['Ana: the bread knife again', 'Bo: hm'], {
      cosines: [0.6, 0.4],
    });
    expect(evidence).toMatchObject({ cosine: 0.6, maxSim: 0.6, termSupport: 0.5, namesPresent: 1 });
    expect(featuresOf('Which knife does Ana sharpen?', ['Bo: the bread knife']).namesPresent).toBe(0);
  });

  test.each([
    ['a price', 'What did the roof cost?', 'Bo: the roof was 900 euros', 'Bo: the roof has 900 tiles'],
    ['a price each', 'How much is the rent?', 'Bo: forty a month, the rent', 'Bo: the rent is due'],
    ['how much of a price', 'How much rent does Ana pay?', 'Ana: rent? 900 euros', 'Ana: the rent is due'],
    ['an age, not a day', 'How old is Ana?', 'Ana: come to my 40th', 'Ana: it begins on April 7th'],
    ['an age', 'How old is Ana?', 'Ana: I turned 30 in May', 'Bo: I am 30'],
    ['an age in words', 'How old is the mare?', "Bo: the mare? she's twelve, old enough", 'Bo: the mare is old'],
    ['a length of time', 'How long did the walk take?', 'Bo: the walk? three hours', 'Bo: the walk was 20 km'],
    ['a measure', 'How wide is the pier?', 'Bo: the pier has 30 metres', 'Bo: the pier is wide'],
    ['a phone number', "What is Ana's phone number?", 'Ana: my number is 0176 5550 143', 'Ana: my number is new'],
    ['a surname', "What is Ana's surname?", 'Bo: we met Ana Kowal', 'Bo: we met Ana there'],
    ['a wage', 'What is Ana paid a week?', 'Ana: GBP 400 each week', 'Ana: in cash'],
    ['a turnover', "What was Vela's revenue last year?", 'Bo: Vela made 4 million, revenue', 'Bo: Vela has 40 people'],
    ['a rate', 'What is the monthly rate of the shed?', 'Bo: the shed, 90 euros', 'Bo: the shed is let until May'],
    ['a code', 'What is the code of the gate?', 'Bo: the gate code is 4711', 'Bo: the gate, 3 May 2026, 14:30'],
    [
      "an account's number",
      "What is Vela's account number?",
      'Bo: Vela, account DE 20 5001',
      'Bo: Vela has 2 accounts',
    ],
    ['a password', "What is Vela's password?", 'Bo: the password of Vela is fig', 'Bo: Vela has many users'],
    ['a sum of a table', 'What did the roof cost?', '-: | roof | 12,500 |', 'Bo: | roof | new |'],
  ])('report a missing value if the question asks for %s and no hit states it', (_, question, telling, silent) => {
    expect(featuresOf(question, [telling])).toMatchObject({ valueMissing: 0, valueNotCoOccurring: 0 });
    expect(featuresOf(question, [silent]).valueMissing).toBe(1);
    expect(featuresOf('Where was it?', [silent])).toMatchObject({ valueMissing: 0, valueNotCoOccurring: 0 });
  });

  test('do not take an amount of something else for a price, nor what somebody does now for a job', () => {
    expect(featuresOf('How much weight has Ana lost?', ['Ana: 2 kg']).valueMissing).toBe(0);
    expect(featuresOf('How much did the tree grow?', ['Bo: the tree grew 40 cm']).valueMissing).toBe(0);
    expect(featuresOf('What does Ana do now?', ['Ana: keeping an inn']).attributeMissing).toBe(0);
  });

  test('report a missing count if no hit has a number of what is counted', () => {
    const count = (turn: string) => featuresOf('How many goats has Ana?', [turn]).countMissing;
    expect([count('Ana: I have nine black goats'), count('Ana: goats! by 7 in the morning')]).toEqual([0, 1]);
    expect(featuresOf('Where are the goats?', ['Ana: goats!']).countMissing).toBe(0);
  });

  test('measure by how much sentences cover the question better than those that state the kind of answer', () => {
    const apart = (question: string, ...turns: string[]) => featuresOf(question, turns).statedApart;
    const question = 'What did the roof of the barn cost?';
    expect(apart(question, 'Bo: The barn has a new roof, for 900 euros.')).toBe(0);
    expect(apart(question, 'Bo: The barn has a new roof.', 'Bo: The car was 900 euros.')).toBe(1);
    // A sentence may lean on the one before it.
    expect(apart(question, 'Bo: The barn has a new roof. It was 900 euros.')).toBeCloseTo(0.2, 9);
    expect(apart('Where does Ana live?', 'Bo: Ana laughed.', 'Bo: Tom lives here.')).toBe(1);
    expect(apart('What did Ana break?', 'Bo: Ana laughed.')).toBe(0);
  });

  test('include the best claim, or candidate, of what is asked for', () => {
    const claimed = (claims: string[], candidates: string[]) =>
      featuresOf('Where does Ana live?', ['Ana: hm'], { claims, candidates }).claimed;
    expect(claimed(['lives_in'], ['lives_in'])).toBe(0.8);
    expect(claimed(['likes'], ['lives_in'])).toBe(0.4);
    expect(claimed(['likes'], ['owns'])).toBe(0);
    expect(featuresOf('Is she a foreigner? Which country is she from?', [], { claims: ['born_in'] }).claimed).toBe(0.8);
  });

  test('include the share of hits in the language of the question', () => {
    const hits = ['Bo: We went down to the harbour in the evening', 'Bo: Wir sind am Abend zum Hafen gegangen'];
    expect(featuresOf('Where did they go in the evening?', hits).sameLanguage).toBe(0.5);
    expect(featuresOf('Wohin sind die beiden am Abend gegangen?', hits.slice(1)).sameLanguage).toBe(1);
  });

  test('read a long hit around the passage that matches the question', () => {
    const filler = 'The weather was fine, and nobody came to the mill that day. '.repeat(200);
    const long = `Bo: ${filler}\n\nThe pier has 30 metres.\n\n${filler}`;
    expect(featuresOf('How wide is the pier?', [long]).valueMissing).toBe(0);
    expect(featuresOf('How wide is the pier?', [`Bo: ${filler}`]).valueMissing).toBe(1);
  });

  test('distinguish a value stated apart X one about somebody else', () => {
    const question = 'What did the roof cost?';
    expect(featuresOf(question, ['Bo: it was 900 euros'])).toMatchObject({ valueMissing: 0, valueNotCoOccurring: 1 });
    expect(featuresOf(question, ['Bo: it was 900 euros', 'Bo: the roof! 800 euros']).valueNotCoOccurring).toBe(0);
    expect(featuresOf('What did Ana pay?', ['Bo: I paid 900 euros'])).toMatchObject({
      valueMissing: 1,
      valueNotCoOccurring: 0,
    });
  });

  test.each([
    ['a job', "What is Ana's job?", 'Ana: I work at the mill', 'Ana: good morning', 'occupation'],
    ['what somebody does', 'What does Ana do for a living?', 'Bo: Ana is a nurse', 'Bo: Ana waits', 'works_at'],
    ['studies', 'What does Ana study?', 'Ana: my degree is in law', 'Ana: good morning', 'studied_at'],
    ['a birthday', "When is Ana's birthday?", 'Ana: I was born in May', 'Ana: come in May', 'birthday'],
    ['a language', 'Which languages does Ana speak?', 'Ana: Polish and Greek', 'Ana: I speak too much', 'speaks'],
    ['a breed', 'What breed is Biscuit?', 'Ana: Biscuit, our old whippet', 'Ana: Biscuit barks', null],
    ['a database', 'Which database does vela-api use?', 'Ana: vela-api on Postgres', 'Ana: vela-api is slow', null],
    ['a framework', 'What test framework do we use?', 'Ana: jest, as ever', 'Ana: the tests are slow', null],
    ['a host', 'Which cloud provider hosts vela-api?', 'Ana: vela-api moved to Azure', 'Ana: vela-api is slow', null],
    ['a colour', 'What colour is the door?', 'Ana: green', 'Ana: the door is new', null],
    [
      'a name',
      "What is the name of Ana's mother?",
      'Ana: my mum Vera is here',
      'Ana: my mum came late to Vera',
      'parent_of',
    ],
    ['who somebody is', "Who is Ana's boss?", 'Ana: the boss is Olek', 'Ana: my boss! hm', 'reports_to'],
    ['what it is called', 'What is the boat in Gdynia called?', 'Bo: her boat, Petrel', 'Bo: the boat is white', null],
  ])(
    'report a missing attribute if the question asks for %s and neither hits nor the graph state it',
    (_, question, telling, silent, known) => {
      expect(featuresOf(question, [telling]).attributeMissing).toBe(0);
      expect(featuresOf(question, [silent]).attributeMissing).toBe(1);
      expect(featuresOf('Where was it?', [silent]).attributeMissing).toBe(0);
      expect(featuresOf(question, [silent], { claims: ['likes'] }).attributeMissing).toBe(1);
      if (known !== null) expect(featuresOf(question, [silent], { claims: [known] }).attributeMissing).toBe(0);
    },
  );

  test('recognize a name by its entity, in lower case too', () => {
    const question = "What is the name of Ana's mother?";
    expect(featuresOf(question, ['ana: mum vera came'], { entities: ['Vera'] }).attributeMissing).toBe(0);
    expect(featuresOf(question, ['ana: mum vera came']).attributeMissing).toBe(1);
    expect(featuresOf("What is Ana's surname?", ['Bo: ana is here'], { entities: ['Ana Kowal'] }).valueMissing).toBe(0);
    expect(featuresOf("What is Ana's surname?", ['Bo: thanks Ana, Tom is here', 'Bo: Ana I know']).valueMissing).toBe(
      1,
    );
  });

  test('recognize an age that the graph knows, and one after a comma', () => {
    const age = (text: string, claims: string[]) => featuresOf('How old is Ana?', [text], { claims }).valueMissing;
    expect([age('Bo: Ana is older than me', []), age('Bo: Ana is older than me', ['age'])]).toEqual([1, 0]);
    expect(age('Bo: Ana is older than me, 41 years', [])).toBe(0);
  });

  test('use only the first five hits', () => {
    const hits = (place: number) => Array.from({ length: 6 }, (_, i) => (i === place ? 'Bo: 30 metres' : 'Bo: hm'));
    expect([4, 5].map((place) => featuresOf('How wide is the pier?', hits(place)).valueMissing)).toEqual([0, 1]);
  });

  test('give a probability of an answer, and none if no vectors were compared', () => {
    const chance = (turn: string, cosine: number) =>
      answerabilityProbability(featuresOf('How many goats has Ana?', [turn], { cosines: [cosine] }));
    expect(chance('Ana: I have nine goats', 0.5)).toBeGreaterThan(0.5);
    expect(chance('Ana: I love goats', 0.5)).toBeLessThan(ANSWERABILITY_THRESHOLD);
    expect(
      answerabilityProbability(featuresOf('How many goats has Ana?', ['Ana: nine goats'], { cosines: [] })),
    ).toBeNull();
  });
});

test('answer_kind is none by answerability, or by confidences if that was not computed', () => {
  expect([answerKindOf([0.9, 0.2], 0.2), answerKindOf([0.9, 0.2], 0.4), answerKindOf([0.1], 0.9)]).toEqual([
    ...['none', 'single', 'many'],
  ]);
  expect([answerKindOf([0.29], null), answerKindOf([0.4], null), answerKindOf([], 0.9)]).toEqual([
    ...['none', 'single', 'none'],
  ]);
});
