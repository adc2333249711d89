import { describe, expect, it } from '@jest/globals';
import { NO_OBSERVATIONS } from '#contracts/observations.js';
import { tokenize, type Token } from '../../text/tokenizer.js';
import type { ScoredClaims } from './claim-model.js';
import { excludes } from './claim-conflicts.js';
import { claimObservations } from './claim-observations.js';
import { turnWindow, type SpokenTurn } from './turn-window.js';

const NOON = 1_741_003_200_000_000_000n;
const TEXT = 'She moved to Turku last week. We plan to rent bikes there.';

const NONE = new Set<Token>();
const NOTHING_WITHHELD = { nonFactual: NONE, negated: NONE, planned: NONE };

const lena: SpokenTurn = {
  ...{ memoryId: '7', speaker: 'Ana', label: ['Ana'], words: ['Lena', 'called'] },
  names: [{ first: 0, last: 0, type: 'person', name: 'Lena' }],
};

function read(scored: Partial<ScoredClaims>, found = NO_OBSERVATIONS, text = TEXT, ofSpeaker: boolean | string = true) {
  const tokens = tokenize(text);
  const words = tokens.map(({ text }) => text);
  const names = (
    [
      { name: 'Turku', type: 'place' },
      { name: 'Emma', type: 'person' },
    ] as const
  ).flatMap((name) => {
    const at = words.indexOf(name.name);
    return at < 0 ? [] : [{ ...name, first: at, last: at }];
  });
  const window = turnWindow([lena], { memoryId: null, speaker: 'Bo', label: ['Bo'], words, names });
  const place = (name: string) => window.candidates.findIndex((candidate) => candidate.name === name);
  const input = { text, speaker: 'Bo', role: null, eventAtUnixNanos: NOON };
  const claims = { relations: [], statements: [], ends: [], considered: { relations: [], statements: [] }, ...scored };
  const at = (word: string) => window.begin + words.indexOf(word);
  const ownWords = typeof ofSpeaker === 'string' ? tokenize(ofSpeaker).map(({ lower }) => lower) : null;
  const spoken = tokens.filter(({ lower }) => ownWords?.includes(lower) ?? true);
  return {
    observations: claimObservations(
      input,
      { tokens, nonFactual: NOTHING_WITHHELD, ofSpeaker: new Set(ofSpeaker === false ? [] : spoken), window },
      claims,
      found,
    ),
    place,
    at,
  };
}

function livesIn(ended: boolean, probability: number) {
  const { place } = read({});
  return { from: place('Lena'), to: place('Turku'), type: 'lives_in', ended, probability } as const;
}

describe('claims of the model', () => {
  it('are relations between names, with the earlier memories that they depend on', () => {
    const [relation, ...others] = read({ relations: [livesIn(false, 0.8123)] }).observations.relations;
    expect(others).toEqual([]);
    expect(relation).toMatchObject({
      type: 'lives_in',
      from: { type: 'person', name: 'Lena' },
      to: { type: 'place', name: 'Turku' },
      polarity: 'asserted',
      confidence: 0.81,
      context: ['7'],
    });
  });

  it('start at the time that their sentence states', () => {
    const [relation] = read({ relations: [livesIn(false, 0.8)] }).observations.relations;
    expect(BigInt(relation?.event_at_unix_nanos ?? 0)).toBeLessThan(NOON);
  });

  it('are ended or current, whichever is likelier', () => {
    const { relations } = read({ relations: [livesIn(false, 0.4), livesIn(true, 0.6)] }).observations;
    expect(relations.map(({ polarity }) => polarity)).toEqual(['ended']);
  });

  it('are dropped if a rule found them', () => {
    const rule = read({ relations: [livesIn(false, 0.8)] }).observations;
    expect(read({ relations: [livesIn(false, 0.9)] }, rule).observations.relations).toEqual([]);
  });

  it.each([
    ['She moved to Turku in May.', 'Lena'],
    ['She says that I moved to Turku in May.', 'Bo'],
  ])('are not about who says "she", but for words of oneself: %s', (said, name) => {
    const { place } = read({}, NO_OBSERVATIONS, said);
    const ofSpeaker = { ...livesIn(false, 0.8), from: place('Bo'), to: place('Turku') };
    const { relations } = read({ relations: [ofSpeaker] }, NO_OBSERVATIONS, said).observations;
    expect(relations.map(({ from }) => from.name)).toEqual([name]);
  });

  it('are dropped if another clause states them about its own subject', () => {
    const said = 'I moved to Turku in May.';
    const { place } = read({}, NO_OBSERVATIONS, said);
    const ends = { from: place('Bo'), to: place('Turku') };
    const rule = read({ relations: [{ ...livesIn(false, 0.8), ...ends }] }, NO_OBSERVATIONS, said).observations;
    expect(rule.relations).toHaveLength(1);
    const excluded = (words: string) => {
      const spoken = words.split(' ');
      const at = (name: string) => ({ name, first: spoken.indexOf(name), last: spoken.indexOf(name) });
      const names = [{ ...at('Lena'), type: 'person' } as const, { ...at('Turku'), type: 'place' } as const];
      const window = turnWindow([], { memoryId: null, speaker: 'Bo', label: ['Bo'], words: spoken, names });
      const [made] = read({ relations: [livesIn(false, 0.5)] }).observations.relations;
      return made && rule.relations.some((relation) => excludes(window, relation, made));
    };
    expect(excluded('I left Lena , so I live in Turku')).toBe(true);
    expect(excluded('Lena and I live in Turku')).toBe(false);
  });

  it('name an allergen without the word before it', () => {
    const text = "I'm allergic not to nuts but to shellfish.";
    const { at, place } = read({}, NO_OBSERVATIONS, text);
    const allergy = { predicate: 'allergic_to', ended: false, probability: 0.9, subject: place('Bo') } as const;
    const said = { ...allergy, first: at('shellfish') - 1, last: at('shellfish') };
    const [made] = read({ statements: [said] }, NO_OBSERVATIONS, text).observations.statements;
    expect(made?.object).toMatchObject({ value: { value: 'shellfish' } });
  });

  it.each([
    ['occupation', 'I am Bo, a GP.', 'GP', true],
    ['nickname', 'Please call me Jo.', 'Jo', true],
    ['status', 'I am ok.', 'ok', false],
  ] as const)('have words with content: %s in "%s"', (predicate, text, word, isKept) => {
    const { at, place } = read({}, NO_OBSERVATIONS, text);
    const said = { predicate, ended: false, probability: 0.9, subject: place('Bo'), first: at(word), last: at(word) };
    expect(read({ statements: [said] }, NO_OBSERVATIONS, text).observations.statements).toHaveLength(isKept ? 1 : 0);
  });

  it('of who speaks need words of oneself, but for directives to the agent', () => {
    const text = 'Give doses in mg. I am Bo.';
    const { at, place } = read({}, NO_OBSERVATIONS, text);
    const said = (predicate: 'instruction' | 'did') => {
      const words = { subject: place('Bo'), first: at('Give'), last: at('mg') };
      return { ...words, predicate, ended: false, probability: 0.9 } as const;
    };
    const made = (predicate: 'instruction' | 'did') =>
      read({ statements: [said(predicate)] }, NO_OBSERVATIONS, text, 'I am Bo').observations.statements.length;
    expect([made('instruction'), made('did')]).toEqual([1, 0]);
  });

  it.each([
    ['Emma, who shares my desk, is in Turku.', 1],
    ['Emma, who is in Turku?', 0],
  ])('%s: who is told of is not spoken to', (text, count) => {
    const { place } = read({}, NO_OBSERVATIONS, text);
    const knows = { from: place('Bo'), to: place('Emma'), type: 'friend_of', ended: false, probability: 0.9 } as const;
    expect(read({ relations: [knows] }, NO_OBSERVATIONS, text).observations.relations).toHaveLength(count);
  });

  it('are statements about their subject in the words of the turn', () => {
    const { at, place } = read({});
    const statement = {
      first: at('rent'),
      last: at('there'),
      predicate: 'plans',
      ended: false,
      probability: 0.7,
    } as const;
    const { statements } = read({ statements: [{ ...statement, subject: place('Bo') }] }).observations;
    expect(statements).toMatchObject([
      {
        kind: 'event',
        predicate: 'plans',
        subject: { type: 'person', name: 'Bo' },
        object: { kind: 'value', value: { type: 'text', value: 'rent bikes there' } },
        text: 'We plan to rent bikes there',
      },
    ]);
    expect(statements[0]).not.toHaveProperty('context');
  });

  it('have an entity as object if the words are its name', () => {
    const { at, place } = read({});
    const statement = {
      first: at('Turku'),
      last: at('Turku'),
      predicate: 'likes',
      ended: false,
      probability: 0.7,
    } as const;
    const { statements } = read({ statements: [{ ...statement, subject: place('Bo') }] }).observations;
    expect(statements[0]?.object).toEqual({ kind: 'entity', type: 'place', name: 'Turku' });
  });

  it('do not assign an age found by a rule to another subject', () => {
    const text = 'Emma is nine';
    const ageOf = (name: string, found = NO_OBSERVATIONS) => {
      const { at, place } = read({}, NO_OBSERVATIONS, text);
      const age = { first: at('nine'), last: at('nine'), predicate: 'age', ended: false, probability: 0.7 } as const;
      return read({ statements: [{ ...age, subject: place(name) }] }, found, text).observations;
    };
    const emma = ageOf('Emma');
    expect(emma.statements).toHaveLength(1);
    expect(ageOf('Lena').statements).toHaveLength(1);
    expect(ageOf('Lena', emma).statements).toEqual([]);
  });

  it('are dropped if they consist only of a time', () => {
    const planned = (text: string, words: string) => {
      const { at, place } = read({}, NO_OBSERVATIONS, text);
      const [first = '', last = ''] = words.split(' ');
      const plan = { first: at(first), last: at(last), predicate: 'plans', ended: false, probability: 0.7 } as const;
      return read({ statements: [{ ...plan, subject: place('Lena') }] }, NO_OBSERVATIONS, text).observations.statements;
    };
    expect(planned('She moves in May', 'in May')).toEqual([]);
    expect(planned('She moves on Friday 3rd', 'on 3rd')).toEqual([]);
    expect(planned('She moves in May', 'moves May')).toHaveLength(1);
  });

  it('do not relate names in different lines, except to a heading', () => {
    const visited = (text: string) => {
      const { place } = read({}, NO_OBSERVATIONS, text);
      const trip = {
        from: place('Emma'),
        to: place('Turku'),
        type: 'visited',
        ended: false,
        probability: 0.5,
      } as const;
      return read({ relations: [trip] }, NO_OBSERVATIONS, text).observations.relations.length;
    };
    expect(visited('Emma went to Turku')).toBe(1);
    expect(visited('Emma is here\nTurku is far')).toBe(0);
    expect(visited('# Emma\nwent to Turku')).toBe(1);
  });

  it('do not contain a couple without a word for one', () => {
    const couple = (text: string) => {
      const { place } = read({}, NO_OBSERVATIONS, text);
      const between = {
        from: place('Emma'),
        to: place('Bo'),
        type: 'spouse_of',
        ended: false,
        probability: 0.5,
      } as const;
      return read({ relations: [between] }, NO_OBSERVATIONS, text).observations.relations.length;
    };
    expect(couple("We're fine, and Emma found her toy")).toBe(0);
    expect(couple('We got engaged, Emma and me')).toBe(1);
  });
});
