import { expect, test } from '@jest/globals';
import { identifyLanguage, likeliestLanguage } from './identify-language.js';

test.each([
  ['de', 'Die Heizung in der Wohnung ist wieder kaputt, der Techniker kommt morgen.'],
  ['es', 'No sé cuándo viene, pero él tampoco me ha dicho nada.'],
  ['fi', 'En tiedä miksi hän ei tullut, mutta se oli jo myöhäistä.'],
  ['fr', 'Je ne sais pas quand il est venu, mais elle non plus.'],
  ['hu', 'Nem tudom, hogy miért nem jött el, de ez már nem is fontos.'],
  ['it', 'Non so quando viene, ma lui non mi ha detto niente.'],
  ['nl', 'Ik weet niet wanneer hij komt en of zij er dan nog is.'],
  ['pl', 'Dyżur do 22, a ludzie pytają, czy mam coś na szefa. Na szefa nie mam.'],
  ['pt', 'Não sei quando ele vem, mas ela também não me disse nada.'],
  ['ro', 'Nu știu când vine, dar nici el nu mi-a spus nimic.'],
  ['ru', 'Привет, как дела?'],
  ['sv', 'Jag vet inte varför hon inte kom, men det var sent.'],
  ['tr', 'Kahve makinesi almayı düşünüyordum, vazgeçtim. Çay bahçesi çay bahçesidir.'],
  ['ja', '昨日、東京で田中さんに会いました。'],
  ['th', 'เมื่อวานฉันไปตลาดกับแม่'],
  ['en', 'My sister Lena moved to Turku last week, she is allergic to dust.'],
])('%s is identified', (language, text) => {
  expect(identifyLanguage(text)).toBe(language);
});

test.each([
  ['short', 'Saiten gewechselt.'],
  ['names alone', 'Kristen Quinn, Sarah Mulholland, Samuel Pak, Daniel Kang'],
  ['English words that look foreign', "door's open. whisk's hidden"],
  ['English with a foreign phrase', 'hablo español, más o menos. My grandmother was from Almería'],
  ['an English request about a foreign text', 'Next one, translate into English: "Mi chiamo Loredana, ho 34 anni."'],
  ['addresses', 'https://www.thecatalbum.com/de/katzen und@mail.example #vaterland'],
  ['empty', ''],
])('a text is not taken for another language: %s', (_what, text) => {
  expect(['en', null]).toContain(identifyLanguage(text));
});

test('a long text has a language only if its beginning, middle and end have the same', () => {
  const german = 'Ich weiß nicht, wann er kommt und ob sie dann noch da ist. '.repeat(20);
  const english = 'I do not know when he comes, and whether she is still there then. '.repeat(20);
  expect(identifyLanguage(german)).toBe('de');
  expect(identifyLanguage(german + english)).toBeNull();
  expect(identifyLanguage(english + german + english)).toBeNull();
});

test('of few languages, the likeliest is known even for a short text', () => {
  expect(likeliestLanguage('Wer hat Hunger?', ['de', 'fr'])).toBe('de');
  expect(likeliestLanguage('Who is hungry?', ['de', 'fr'])).toBeNull();
  expect(likeliestLanguage('Wer hat Hunger?', [])).toBeNull();
});
