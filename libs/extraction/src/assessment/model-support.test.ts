import { expect, test } from '@jest/globals';
import type { RelationObservation, StatementObservation } from '#contracts/observations.js';
import type { ScoredRelation, WindowOpinion } from '../classifier/claims/claim-model.js';
import { turnWindow } from '../classifier/claims/turn-window.js';
import { modelSupport } from './model-support.js';

const WORDS = ['Ana', 'hired', 'Bo', ',', 'who', 'likes', 'figs'];
const NAMES = [
  { name: 'Ana', type: 'person', first: 0, last: 0 },
  { name: 'Bo', type: 'person', first: 2, last: 2 },
] as const;
const WINDOW = turnWindow([], { memoryId: null, speaker: 'Cy', label: ['Cy'], words: WORDS, names: NAMES });
const COMMON = { polarity: 'asserted', event_at_unix_nanos: 0, confidence: 0.9, stage: 'classifier' } as const;
const [ANA, BO] = NAMES;

function place(name: string): number {
  return WINDOW.candidates.findIndex((candidate) => candidate.name === name);
}

function opinion(relations: readonly Omit<ScoredRelation, 'from' | 'to'>[], from = 'Bo', to = 'Ana'): WindowOpinion {
  const ends = { from: place(from), to: place(to) };
  return { window: WINDOW, considered: { relations: relations.map((r) => ({ ...r, ...ends })), statements: [] } };
}

function claim(type: RelationObservation['type']): RelationObservation {
  return { ...COMMON, type, from: { type: 'person', name: BO.name }, to: { type: 'person', name: ANA.name } };
}

const REPORTS = { type: 'reports_to', ended: false, probability: 0.7 } as const;

test('the same claim, its end and its rivals are told apart', () => {
  const ended = { type: 'reports_to', ended: true, probability: 0.2 } as const;
  const rival = { type: 'knows', ended: false, probability: 0.4 } as const;
  expect(modelSupport([opinion([REPORTS, ended, rival])], claim('reports_to'))).toEqual({
    same: 0.7,
    opposite: 0.2,
    rival: 0.4,
  });
});

test('a directed relation the other way round is a rival, a symmetric one is the same', () => {
  expect(modelSupport([opinion([REPORTS], 'Ana', 'Bo')], claim('reports_to'))).toMatchObject({ same: 0, rival: 0.7 });
  const knows = { type: 'knows', ended: false, probability: 0.6 } as const;
  expect(modelSupport([opinion([knows], 'Ana', 'Bo')], claim('knows'))).toMatchObject({ same: 0.6, rival: 0 });
});

test('a statement is supported by one of the same words and subject, and rivalled by others', () => {
  const [first, last] = [WINDOW.begin + 6, WINDOW.begin + 6];
  const said = (subject: string, probability: number) =>
    ({ first, last, predicate: 'likes', subject: place(subject), ended: false, probability }) as const;
  const considered = { relations: [], statements: [said('Bo', 0.8), said('Ana', 0.3)] };
  const likes: StatementObservation = {
    ...{ ...COMMON, kind: 'preference', predicate: 'likes', text: 'who likes figs' },
    subject: { type: 'person', name: 'Bo' },
    object: { kind: 'value', value: { type: 'text', value: 'figs' } },
  };
  expect(modelSupport([{ window: WINDOW, considered }], likes)).toEqual({ same: 0.8, opposite: 0, rival: 0.3 });
  // One word is no directive, whatever the model makes of it.
  const directive = { ...said('Bo', 0.7), predicate: 'instruction' } as const;
  const both = { ...considered, statements: [...considered.statements, directive] };
  expect(modelSupport([{ window: WINDOW, considered: both }], likes)).toMatchObject({ rival: 0.3 });
});

test('what the model did not consider has no support', () => {
  expect(modelSupport([], claim('knows'))).toEqual({ same: 0, opposite: 0, rival: 0 });
});
