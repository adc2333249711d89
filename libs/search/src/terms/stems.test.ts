import { expect, test } from '@jest/globals';
import { INDEXED_LANGUAGES, type IndexedLanguage } from '#languages/indexed-languages.js';
import { stemsOf, writtenWords } from './stems.js';
import { documentTerms, termsOf } from './terms.js';

/** Forms of one word, and a stop word, in each language. */
const FORMS: Record<IndexedLanguage, readonly [forms: string, stopWord: string]> = {
  da: ['nabo naboer naboerne', 'ikke'],
  de: ['Gitarre Gitarren', 'nicht'],
  es: ['limonero limoneros', 'cuándo'],
  fi: ['omenapuu omenapuita', 'mutta'],
  fr: ['citronnier citronniers', 'où'],
  hu: ['ház házban házak', 'hogy'],
  it: ['limone limoni', 'perché'],
  nl: ['appelboom appelbomen', 'niet'],
  no: ['nabo naboer naboene', 'ikke'],
  pt: ['limoeiro limoeiros', 'não'],
  ro: ['cireș cireși cireșul', 'când'],
  ru: ['яблоня яблони', 'когда'],
  sv: ['granne grannar grannarna', 'inte'],
  tr: ['ağaç ağacı ağaçlar', 'değil'],
};

test.each(INDEXED_LANGUAGES.map((language) => [language, ...FORMS[language]] as const))(
  'forms of a word have one stem, and stop words none: %s',
  (language, forms, stopWord) => {
    expect(new Set(stemsOf(language, forms)).size).toBe(1);
    expect([...stemsOf(language, `${forms} ${stopWord.toLocaleUpperCase(language)}`)]).toHaveLength(
      forms.split(' ').length,
    );
  },
);

test('a stem has no accents, and an apostrophe ends a word', () => {
  expect([...stemsOf('fr', "L'allergie à l’œuf")]).toEqual(['allerg', 'œuf']);
  expect([...stemsOf('de', 'Müllers Bäckerei 東京都 2024')]).toEqual(['mull', 'backerei', '東京', '京都', '2024']);
  expect(writtenWords("L'allergie, où ?")).toEqual(["L'allergie", 'où']);
});

test('a memory has the terms of its language and a term for the language', () => {
  const german = documentTerms('Die Gitarren hat mein Bruder in der Werkstatt repariert.', 'Ana');
  expect([...german.frequencies.keys()]).toEqual(['gitarr', 'brud', 'werkstatt', 'repariert', '@ana', '@:de']);
  expect(german.length).toBe(4);
});

test('an English memory, and one in no known language, have the terms of English alone', () => {
  for (const text of ['My brother repaired the guitars in the workshop.', 'Saiten gewechselt.', '昨日、東京で'])
    expect([...documentTerms(text, null).frequencies.keys()]).toEqual([...new Set(termsOf(text))]);
});
