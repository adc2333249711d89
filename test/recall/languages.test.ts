import { expect, test } from '@jest/globals';
import { useEngraph } from './use-engraph.js';

const engraph = useEngraph();

/** Two memories in a language, and a question about the first by another form of a word of it. */
const TALKS = [
  {
    language: 'da',
    memories: ['Mine naboer har plantet æbletræer bag huset.', 'Jeg ved ikke hvorfor hun ikke kom, men det var sent.'],
    question: 'Hvor er naboens æbletræ?',
  },
  {
    language: 'de',
    memories: [
      'Meine Schwestern spielen am Wochenende auf ihren Gitarren.',
      'Ich weiß nicht, wann er kommt und ob sie dann noch da ist.',
    ],
    question: 'Wann hat sie die Gitarre?',
  },
  {
    language: 'es',
    memories: [
      'Los vecinos plantaron limoneros detrás de la casa.',
      'No sé cuándo viene, pero él tampoco me ha dicho nada.',
    ],
    question: '¿Cuándo ha sido lo del limonero?',
  },
  {
    language: 'fi',
    memories: [
      'Naapurit istuttivat omenapuita talon taakse viime keväänä.',
      'En tiedä miksi hän ei tullut, mutta se oli jo myöhäistä.',
    ],
    question: 'Missä se omenapuu on?',
  },
  {
    language: 'fr',
    memories: [
      'Les voisines ont planté des citronniers derrière la maison.',
      'Je ne sais pas quand il est venu, mais elle non plus.',
    ],
    question: 'Quand est-ce qu’il y avait un citronnier ?',
  },
  {
    language: 'hu',
    memories: [
      'A szomszédok almafákat ültettek a ház mögé tavaly tavasszal.',
      'Nem tudom, hogy miért nem jött el, de ez már nem is fontos.',
    ],
    question: 'Hol van ez a házban?',
  },
  {
    language: 'it',
    memories: [
      'I vicini hanno piantato dei limoni dietro la casa.',
      'Non so quando viene, ma lui non mi ha detto niente.',
    ],
    question: 'Quando ha avuto il limone?',
  },
  {
    language: 'nl',
    memories: [
      'De buren hebben appelbomen achter het huis geplant.',
      'Ik weet niet wanneer hij komt en of zij er dan nog is.',
    ],
    question: 'Wanneer was er een appelboom?',
  },
  {
    language: 'no',
    memories: [
      'Naboene mine har plantet epletrær bak huset i vår.',
      'Jeg vet ikke hvorfor hun ikke kom, men det var sent.',
    ],
    question: 'Hvor er naboen?',
  },
  {
    language: 'pt',
    memories: [
      'Os vizinhos plantaram limoeiros atrás da casa.',
      'Não sei quando ele vem, mas ela também não me disse nada.',
    ],
    question: 'Quando é que ele tem um limoeiro?',
  },
  {
    language: 'ro',
    memories: [
      'Vecinii au plantat lămâi și cireși în spatele casei.',
      'Nu știu când vine, dar nici el nu mi-a spus nimic.',
    ],
    question: 'Când a fost cu cireșul?',
  },
  {
    language: 'ru',
    memories: [
      'Соседи посадили яблони за домом прошлой весной.',
      'Я не знаю, когда он придёт, но она тоже ничего не сказала.',
    ],
    question: 'Когда была яблоня?',
  },
  {
    language: 'sv',
    memories: [
      'Mina grannar har planterat äppelträd bakom huset.',
      'Jag vet inte varför hon inte kom, men det var sent.',
    ],
    question: 'Var är grannens äppelträdet?',
  },
  {
    language: 'tr',
    memories: [
      'Komşular geçen bahar evin arkasına kayısı ağaçları dikti.',
      'Ne zaman geleceğini bilmiyorum ama o da bir şey söylemedi.',
    ],
    question: 'Kayısıların ağacı ne oldu?',
  },
] as const;

/** Texts of the memories that the lexical retriever finds, best first. */
async function recalled(agent: string, question: string): Promise<string[]> {
  const client = await engraph.client('languages', agent);
  const { status, body } = await client.post('/v1/recall', { query: question, retrievers: ['lexical'] });
  expect(status).toBe(200);
  return body.memories.map(({ text }: { text: string }) => text);
}

async function store(agent: string, texts: readonly string[]): Promise<void> {
  const client = await engraph.client('languages', agent);
  for (const text of texts) await client.remember(text);
}

test.each(TALKS)('a question finds a memory by another form of its word: $language', async (talk) => {
  await store(talk.language, talk.memories);
  expect(await recalled(talk.language, talk.question)).toEqual([talk.memories[0]]);
});

test('a question in one language finds names in memories of others, and English keeps its stop words', async () => {
  const german = 'Herr Müller hat am Wochenende die Gitarren der Schule repariert.';
  const english = 'The man from the war museum died in 1999.';
  await store('mixed', [german, english]);
  expect(await recalled('mixed', 'What did Müller say?')).toEqual([german]);
  expect(await recalled('mixed', 'When was the war?')).toEqual([english]);
  expect(await recalled('mixed', 'Was hat man zu der Gitarre gesagt?')).toEqual([german]);
});

test.each([
  ['ja', '昨日、東京で田中さんに会いました。', '田中さんはどこ？'],
  ['th', 'เมื่อวานฉันไปตลาดกับแม่และซื้อทุเรียน', 'ซื้อทุเรียนที่ไหน'],
])('a language without stems is found by n-grams: %s', async (language, memory, question) => {
  await store(language, [memory]);
  expect(await recalled(language, question)).toEqual([memory]);
});

test('a memory that was indexed before its language was known is found by its former terms', async () => {
  const memory = 'Meine Schwestern spielen am Wochenende auf ihren Gitarren.';
  await store('former', [memory]);
  await engraph.sql().query(`UPDATE search_documents SET terms = array_replace(terms, 'gitarr', 'gitarren')`);
  await engraph.sql().query(`UPDATE search_postings SET term = 'gitarren' WHERE term = 'gitarr'`);
  await engraph.sql().query(`UPDATE search_terms SET term = 'gitarren' WHERE term = 'gitarr'`);
  expect(await recalled('former', 'Wer spielt auf Gitarren?')).toEqual([memory]);
});
