import { expect, test } from '@jest/globals';
import type { NameSpan } from '../names/find-names.js';
import { tokenize } from '../text/tokenizer.js';
import { LineForms } from './line-forms.js';
import { withoutNonEntities } from './non-entities.js';

/** Those of the names that may be entities; each name is one or more words of the text. */
function kept(text: string, ...names: string[]): string[] {
  return keptAs('person', text, ...names);
}

function keptAs(type: NameSpan['type'], text: string, ...names: string[]): string[] {
  const tokens = tokenize(text);
  const spans = names.map((name): NameSpan => {
    const start = text.indexOf(name);
    const first = tokens.findIndex((token) => token.start >= start);
    const last = tokens.findLastIndex((token) => token.end <= start + name.length);
    return { first, last, name, type, confidence: 0.9 };
  });
  return withoutNonEntities(text, tokens, spans, new LineForms(text)).map(({ name }) => name);
}

test('identifiers, paths, files and code are no entities', () => {
  expect(kept('see CameraApp.kt and Ana', 'CameraApp.kt', 'Ana')).toEqual(['Ana']);
  expect(kept('set Torunn_max for Torunn', 'Torunn_max')).toEqual([]);
  expect(kept('in `StaleReading` as Kjersti says', 'StaleReading', 'Kjersti')).toEqual(['Kjersti']);
  expect(kept('look at src/Models please', 'Models')).toEqual([]);
  expect(kept('at Object.run (Ana.js:3)', 'Ana')).toEqual([]);
});

test('a slash between two names is no path', () => {
  expect(kept('Ana/Bo were there', 'Ana', 'Bo')).toEqual(['Ana', 'Bo']);
});

test('acronyms of common nouns and roles are no entities', () => {
  expect(kept('In Q4 a Dutch-Polish team met Ana', 'Q4', 'Ana')).toEqual(['Ana']);
  expect(kept('The AGM. Chair: Ana Roth, CI is red at IBM', 'AGM', 'Chair', 'Ana Roth', 'CI', 'IBM')).toEqual([
    'Ana Roth',
    'IBM',
  ]);
});

test('the title of a job is no entity, a name with a word of one is', () => {
  const named = (name: string) => kept(`Ana, ${name} of Acme`, name);
  const untyped = (name: string) => keptAs(null, `Ana, ${name} of Acme`, name);
  expect(untyped('Head of Sales')).toEqual([]);
  expect(untyped('Chief Financial Officer')).toEqual([]);
  expect(untyped('Senior Data Engineer')).toEqual([]);
  expect(untyped('Taylor Potter')).toEqual(['Taylor Potter']);
  expect(named('Regional Baker')).toEqual(['Regional Baker']);
});

test('the verb that a note begins with is no part of a name', () => {
  expect(
    kept('Rang Luc Petit. Met Drew Barton, saw Rose Tyler', 'Rang Luc Petit', 'Met Drew Barton', 'Rose Tyler'),
  ).toEqual(['Luc Petit', 'Drew Barton', 'Rose Tyler']);
  expect(kept('Rang Dr Petit', 'Rang', 'Dr Petit')).toEqual(['Dr Petit']);
  expect(kept('w/ her sister Ada, Sister Agnes', 'sister Ada', 'Sister Agnes')).toEqual(['Ada', 'Sister Agnes']);
  expect(kept('Drew Barton', 'Drew Barton')).toEqual(['Drew Barton']);
  expect(keptAs('organization', 'Tickets for the Met', 'Met')).toEqual(['Met']);
  expect(keptAs('animal', "Pilot's food", "Pilot's")).toEqual(['Pilot']);
});

test('a mark is no entity', () => {
  expect(kept('- works at SREcon', '-')).toEqual([]);
});

test('a line of a log has no entities', () => {
  expect(kept('2026-02-01T06:12:40Z WARN badge of Kachi Eze', 'Kachi Eze')).toEqual([]);
});

test('a thing that only its number tells from others is no entity', () => {
  expect(kept('Room 3, Invoice 19 and DATA-881 for Ana Roth', 'Room 3', 'Invoice 19', 'DATA-881', 'Ana Roth')).toEqual([
    'Ana Roth',
  ]);
  expect(keptAs('product', 'T07 done, an F-16 and a Pixel 8', 'T07', 'F-16', 'Pixel 8')).toEqual(['F-16', 'Pixel 8']);
});

test('articles, letters, days, descriptions and roles in lower case are no entities by themselves', () => {
  expect(keptAs('organization', 'The A of Tuesdays, Eindhoven-based', 'The', 'A', 'Tuesdays')).toEqual([]);
  expect(keptAs('organization', 'the Eindhoven-based firm', 'Eindhoven-based')).toEqual([]);
  expect(keptAs('person', 'our nurse and flatmate Will', 'nurse', 'flatmate', 'Will')).toEqual(['Will']);
  expect(keptAs('organization', 'A&E and the U&E of B&Q', 'A&E', 'U&E', 'B&Q')).toEqual(['B&Q']);
  expect(keptAs('product', 'written in R', 'R')).toEqual(['R']);
});

test('neither the noun of a relative nor a possessive is part of the name of a person, a title is', () => {
  expect(kept('Niece Karin and Son Nikolai Petrov visit', 'Niece Karin', 'Son Nikolai Petrov')).toEqual([
    'Karin',
    'Nikolai Petrov',
  ]);
  expect(kept('Uncle Harmen and Sister Weng visit', 'Uncle Harmen', 'Sister Weng')).toEqual([
    'Uncle Harmen',
    'Sister Weng',
  ]);
  expect(kept("the appeal of Torvald Kray's party", "Torvald Kray's")).toEqual(['Torvald Kray']);
  expect(keptAs('organization', "she works at Sainsbury's", "Sainsbury's")).toEqual(["Sainsbury's"]);
});
