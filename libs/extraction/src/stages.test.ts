import { expect, test } from '@jest/globals';
import type { Observations } from '#contracts/observations.js';
import { runPipeline } from './pipeline.js';
import type { PriorTurn } from './pipeline/stage.js';
import { stagesOf } from './stages.js';

const JUNE_15 = BigInt(Date.UTC(2025, 5, 15, 10)) * 1_000_000n;

interface TurnOptions {
  readonly speaker?: string | null;
  readonly role?: 'user' | 'assistant' | 'system' | null;
}

async function extract(text: string, { speaker = 'Maya', role = 'user' }: TurnOptions = {}): Promise<Observations> {
  const input = { text, speaker, role, eventAtUnixNanos: JUNE_15 };
  return (await runPipeline(stagesOf(), input, () => 0)).observations;
}

const day = (nanos: bigint | number) => new Date(Number(BigInt(nanos) / 1_000_000n)).toISOString().slice(0, 10);
const mentionsOf = async (text: string, options?: TurnOptions) =>
  (await extract(text, options)).mentions.map((m) => `${m.type} ${m.name}`);
const relationsOf = async (text: string, options?: TurnOptions) =>
  (await extract(text, options)).relations.map(
    (r) => `${r.from.name} ${r.polarity === 'ended' ? 'no longer ' : ''}${r.type} ${r.to.name}`,
  );
const statementsOf = async (text: string, options?: TurnOptions) =>
  (await extract(text, options)).statements.map(
    (s) =>
      `${s.subject.name} ${s.predicate} ${s.object.kind === 'entity' ? s.object.name : String(s.object.value.value)}`,
  );

test('the demo: extracts names and claims from two plain sentences', async () => {
  expect(await mentionsOf('Alice Chen works at Acme Corp in Lisbon.')).toEqual([
    'person Alice Chen',
    'organization Acme Corp',
    'place Lisbon',
  ]);
  expect(await relationsOf('Alice Chen works at Acme Corp in Lisbon.')).toEqual([
    'Acme Corp located_in Lisbon',
    'Alice Chen works_at Acme Corp',
  ]);
  const second = 'I had lunch with Alice Chen today, she reports to Bob Martinez.';
  expect(await mentionsOf(second)).toEqual(['person Alice Chen', 'person Bob Martinez']);
  expect(await relationsOf(second)).toContain('Alice Chen reports_to Bob Martinez');
});

test('a name has the same type in every sentence', async () => {
  for (const text of [
    'Alice Chen works at Acme.',
    'Alice Chen lives in Lisbon',
    'alice chen is married to bob martinez',
  ]) {
    expect((await mentionsOf(text))[0]?.toLowerCase()).toBe('person alice chen');
  }
});

test.each([
  ['I work at Siemens.', 'Maya works_at Siemens'],
  ['i work at siemens and live in lisbon', 'Maya works_at siemens'],
  ['My boss is Olamide.', 'Maya reports_to Olamide'],
  ['Grace Oyelaran manages Kemal Aydın.', 'Kemal Aydın reports_to Grace Oyelaran'],
  ['I am a member of Koor Cantilene.', 'Maya member_of Koor Cantilene'],
  ['Rahul Gupta founded Zenlytics in 2019.', 'Rahul Gupta founded Zenlytics'],
  ['I studied physics at the University of Oslo.', 'Maya studied_at University of Oslo'],
  ['Noor is working on Project Heron.', 'Noor works_on Project Heron'],
  ['Rosie wrote Herring Queen last year.', 'Rosie created Herring Queen'],
  ['I use Strava for everything.', 'Maya uses Strava'],
  ['My dog Churro ate a sausage.', 'Maya owns Churro'],
  ['Thabo Ndlovu lives in Durban.', 'Thabo Ndlovu lives_in Durban'],
  ['I was born in Brussels.', 'Maya born_in Brussels'],
  ['We visited Kyoto in April.', 'Maya visited Kyoto'],
  ['Acme Corp is based in Lisbon.', 'Acme Corp located_in Lisbon'],
  ['Verf Direct Inc is part of Kessel Group.', 'Verf Direct Inc part_of Kessel Group'],
  ['I attended Kafka Summit last year.', 'Maya attended Kafka Summit'],
  ['Fatima is married to Youssef.', 'Fatima spouse_of Youssef'],
  ['My son Arjun got the phone.', 'Maya parent_of Arjun'],
  ['My mother Rosa wants to bless the kitchen.', 'Rosa parent_of Maya'],
  ['My sister Lena is here.', 'Maya sibling_of Lena'],
  ['My cousin Daniel plays guitar.', 'Maya family_of Daniel'],
  ['Tess and I are friends.', 'Tess friend_of Maya'],
  ['My colleague Sven wrote it.', 'Maya colleague_of Sven'],
  ['I met Deniz in the balloon.', 'Maya knows Deniz'],
  ['My doctor Dr. Nguyen listens.', 'Maya related_to Dr. Nguyen'],
])('%s', async (text, claim) => {
  expect(await relationsOf(text)).toContain(claim);
});

test.each([
  ['I used to work at Siemens.', 'Maya no longer works_at Siemens'],
  ['Robert Nakamura left Helix Freight in January.', 'Robert Nakamura no longer works_at Helix Freight'],
  ['I no longer live in Berlin.', 'Maya no longer lives_in Berlin'],
  ["I don't work at Siemens any more.", 'Maya no longer works_at Siemens'],
  ['We moved from Ghent to Antwerp.', 'Maya no longer lives_in Ghent'],
  ['My ex-husband Pieter kept the car.', 'Maya no longer spouse_of Pieter'],
  ['I stopped using Notion.', 'Maya no longer uses Notion'],
])('%s ends the claim', async (text, claim) => {
  expect(await relationsOf(text)).toContain(claim);
});

test.each([
  'Do you work at Siemens?',
  'Is Ana married to Piotr?',
  "If I lived in Rome I'd be broke.",
  'Apparently Bob works at Tesla now.',
  'I heard that Ana is dating Piotr.',
  'Bob works at Tesla, supposedly.',
  'I would love to live in Kyoto.',
  'Maybe Ana works at Google.',
  'She said "I work at Siemens with my sister Lena".',
  'I might move to Oslo.',
  'He should work at Google.',
  'I wish I lived in Lisbon.',
])('%s claims no relation', async (text) => {
  expect(await relationsOf(text)).toEqual([]);
});

test.each([
  ['I love hiking.', 'Maya likes hiking'],
  ['I hate public speaking.', 'Maya dislikes public speaking'],
  ['I prefer tea over coffee.', 'Maya prefers tea over coffee'],
  ['My favourite food is ramen.', 'Maya favourite ramen'],
  ["I'm a senior data engineer.", 'Maya occupation senior data engineer'],
  ["I'm 34.", 'Maya age 34'],
  ['My birthday is on 3 May.', 'Maya birthday 3 May'],
  ["I'm Dutch.", 'Maya nationality Dutch'],
  ['My email is maya@mail.example.', 'Maya email maya@mail.example'],
  ['My phone number is +49 170 1234567.', 'Maya phone +49 170 1234567'],
  ['Call me Pri.', 'Maya nickname Pri'],
  ["I'm vegetarian.", 'Maya diet vegetarian'],
  ["I'm 1.80 m tall.", 'Maya height 1.80 m'],
  ['I am on leave.', 'Maya status on leave'],
  ['I speak French and Yoruba.', 'Maya speaks Yoruba'],
  ["I'm allergic to sesame.", 'Maya allergic_to sesame'],
  ['i have eczema', 'Maya has_condition eczema'],
  ['I play the piano.', 'Maya has_skill the piano'],
  ['My hobby is gardening.', 'Maya hobby gardening'],
  ['I have a red bike.', 'Maya has red bike'],
  ['I finished the marathon training yesterday.', 'Maya did finished the marathon training yesterday'],
  ["I'm going to bake a cake tomorrow.", 'Maya plans bake a cake tomorrow'],
  ['Please never send me surveys.', 'Maya instruction never send me surveys'],
])('%s (statement)', async (text, claim) => {
  expect(await statementsOf(text)).toContain(claim);
});

test.each([
  'Are you vegetarian?',
  "I don't know if I speak French.",
  'If I had a dog I would love hiking.',
  "I'm not only 34.",
])('%s has no statements but dislikes', async (text) => {
  expect((await statementsOf(text)).filter((s) => !/dislikes/.test(s))).toEqual([]);
});

test('a claim starts at the date of its clause, else at the time of the memory', async () => {
  const dates = async (text: string) =>
    (await extract(text)).relations.map((r) => `${r.to.name} ${day(r.event_at_unix_nanos)}`).sort();
  expect(await dates('I work at Siemens since March 2021, but I used to work at Bosch.')).toEqual([
    'Bosch 2025-06-15',
    'Siemens 2021-03-01',
  ]);
  expect(await dates('I moved to Munich last month.')).toEqual(['Munich 2025-05-15']);
  expect(await dates('Rahul Gupta founded Zenlytics in 2019.')).toEqual(['Zenlytics 2019-01-01']);
});

test('who says "I" is the speaker, "user" where none is known, and nobody in an assistant\'s turn', async () => {
  expect(await relationsOf('I work at Siemens.', { speaker: null, role: null })).toEqual(['user works_at Siemens']);
  expect(await relationsOf('I work at Siemens.', { speaker: 'Bot', role: 'assistant' })).toEqual([]);
  expect(await relationsOf('Ana Silva works at Siemens.', { role: 'assistant' })).toEqual([
    'Ana Silva works_at Siemens',
  ]);
});

test('names of many cultures are found', async () => {
  const names = ['Priyanka Deshmukh', 'Kemal Aydın', 'Grace Oyelaran', 'Nguyễn Văn An', 'Siobhán Murphy', 'Lin Xiaoyu'];
  for (const name of names) expect(await mentionsOf(`Yesterday I met ${name} at work.`)).toContain(`person ${name}`);
  expect(await mentionsOf('Mr. Pugh HbA1c 61, he was tired.')).toEqual(['person Mr. Pugh']);
});

test.each([
  'The weather on Monday was nice.',
  'Thanks! See you in April.',
  'OK I will do it tomorrow lol',
  'German beer and French wine.',
  'I understand some Yoruba, and my aunt taught us Welsh.',
  'The festival is in September.',
  'he may come, will he?',
  '😀😀😀',
  '',
])('%s has no names', async (text) => {
  expect(await mentionsOf(text)).toEqual([]);
});

test('a span has the title and not the possessive, counted in code points', async () => {
  const text = '😀🏎️ I saw Dr. Ferrari’s dog and Ana Silva’s cat.';
  const points = Array.from(text);
  const spans = (await extract(text)).mentions.map((m) => points.slice(m.start, m.end).join(''));
  expect(spans).toEqual(['Dr. Ferrari', 'Ana Silva']);
});

test('every mention is the text of its span', async () => {
  const text = '🎉 Kim Seo-yeon’s boss Zainab Bello lives in Lagos 🌍, and Petra Novotná moved to Prague.';
  const points = Array.from(text);
  for (const m of (await extract(text)).mentions) expect(points.slice(m.start, m.end).join('')).toBe(m.name);
});

test('all names coordinated by "and" are in the claim, and no others', async () => {
  expect(await relationsOf('I live here with my wife Ada and my two kids, Chidi and Ngozi.')).toEqual([
    'Ada parent_of Chidi',
    'Ada parent_of Ngozi',
    'Maya parent_of Chidi',
    'Maya parent_of Ngozi',
    'Chidi sibling_of Ngozi',
    'Maya spouse_of Ada',
  ]);
  expect(await relationsOf('Anna has two cats named Miso and Tofu.')).toEqual(['Anna owns Miso', 'Anna owns Tofu']);
  expect(await relationsOf('I met Ana and Bob went home.')).toEqual(['Maya knows Ana']);
});

test('a possessive inside a name belongs to it', async () => {
  expect(await mentionsOf("On Valentine's Day, Mike worked at St George's Hospital.")).toEqual([
    "event Valentine's Day",
    'person Mike',
    "organization St George's Hospital",
  ]);
});

test('"she" refers to the person named last, unless an unnamed one was mentioned in between', async () => {
  expect(await relationsOf('I saw Alice Chen. She lives in Lisbon.')).toContain('Alice Chen lives_in Lisbon');
  expect(await relationsOf('I saw Alice Chen. My mum called too. She lives in Lisbon.')).toEqual([]);
});

test('names in the slots of claims are mentions of the type of the slot', async () => {
  const { mentions, relations } = await extract('Oyelaran Ltd hired Xiuying. My brother Zbigniew works at Quuxly.');
  for (const { from, to } of relations) {
    for (const end of [from, to].filter(({ name }) => name !== 'Maya')) {
      expect(mentions).toContainEqual(expect.objectContaining({ name: end.name, type: end.type }));
    }
  }
  expect(relations.map(({ from, type, to }) => `${from.name} ${type} ${to.name}`)).toEqual(
    expect.arrayContaining(['Xiuying works_at Oyelaran Ltd', 'Maya sibling_of Zbigniew', 'Zbigniew works_at Quuxly']),
  );
});

test('names that a sentence equates are aliases', async () => {
  const aliasesOf = async (text: string) => (await extract(text)).aliases.map((a) => `${a.name} = ${a.alias}`);
  expect(await aliasesOf('International Business Machines (IBM) called.')).toEqual([
    'International Business Machines = IBM',
  ]);
  expect(await aliasesOf('Robert Smith, also known as Bob Smith, called.')).toEqual(['Robert Smith = Bob Smith']);
  expect(await aliasesOf('Call me Pri.')).toEqual(['Maya = Pri']);
  expect((await extract('My name is Priyanka Deshmukh.', { speaker: null })).aliases).toMatchObject([
    { name: 'Priyanka Deshmukh', alias: 'user' },
  ]);
});

test('e-mail addresses, links and amounts are no entities', async () => {
  expect(await mentionsOf('Mail pri.d@mail.example or see https://Acme.example for $1,200.')).toEqual([]);
});

test('a claim about a name with a number types it, and keeps the person', async () => {
  expect(await mentionsOf('Yara Costa works at Plant 3.')).toEqual(['person Yara Costa', 'organization Plant 3']);
  expect(await relationsOf('Yara Costa works at Plant 3.')).toEqual(['Yara Costa works_at Plant 3']);
  expect(await mentionsOf('Bob Martinez visited Town 3.')).toEqual(['person Bob Martinez', 'place Town 3']);
  expect(await relationsOf('Bob Martinez visited Town 3.')).toEqual(['Bob Martinez visited Town 3']);
  expect(await mentionsOf('I bought a Halo Band 3.')).toEqual(['product Halo Band 3']);
});

test('an unknown name is typed by its class noun, else by its context', async () => {
  expect(await mentionsOf('A band called Xanthuum played.')).toEqual(['organization Xanthuum']);
  expect(await mentionsOf('Then the firmware of the Xanthuum crashed.')).toEqual(['product Xanthuum']);
  const input = { text: 'Then we went to see Xanthuum.', speaker: 'Maya', role: null, eventAtUnixNanos: JUNE_15 };
  expect((await runPipeline(stagesOf(['pattern']), input, () => 0)).observations.mentions).toEqual([]);
});

test('neither a reparandum nor an ended relation is claimed as current', async () => {
  expect(await relationsOf('I live in Bergen, sorry, I mean Stavanger.')).toEqual(['Maya lives_in Stavanger']);
  expect(await relationsOf('I sold my PlayStation.')).toEqual([
    'Maya no longer owns PlayStation',
    'Maya no longer uses PlayStation',
  ]);
});

test('a clause without subject has that of the clause before', async () => {
  expect(await relationsOf('Ana Silva met Bo Lund and moved to Lisbon.')).toEqual([
    'Ana Silva knows Bo Lund',
    'Ana Silva lives_in Lisbon',
  ]);
  expect(await relationsOf('Ana Silva and Bo Lund moved to Lisbon.')).toEqual(
    expect.arrayContaining(['Ana Silva lives_in Lisbon', 'Bo Lund lives_in Lisbon']),
  );
});

test('a turn is read in the context of earlier turns, and lists those that it depends on', async () => {
  const read = async (before: readonly PriorTurn[]) => {
    const turn = { text: 'She moved to Turku last month.', speaker: 'Ana', role: null, eventAtUnixNanos: JUNE_15 };
    return (await runPipeline(stagesOf(), { ...turn, before }, () => 0)).observations.relations;
  };
  const named = {
    text: 'Lena called me yesterday.',
    speaker: 'Ana',
    role: null,
    memoryId: '7',
    eventAtUnixNanos: JUNE_15,
  };
  expect(await read([named])).toMatchObject([
    { type: 'lives_in', from: { name: 'Lena' }, to: { name: 'Turku' }, polarity: 'asserted', context: ['7'] },
  ]);
  expect(await read([])).toEqual([]);
});

test('a cue word in one clause with a person and a name gives a relation, unless it is negated', async () => {
  expect(await relationsOf('We sailed for a whole week with friends to Lisbon.')).toEqual(['Maya visited Lisbon']);
  expect(await relationsOf('We sailed for a whole week, thinking of Lisbon.')).toEqual([]);
  expect(await relationsOf('We nearly sailed for a whole week with friends to Lisbon.')).toEqual([]);
});
