import { expect, test } from '@jest/globals';
import type { Genre } from '#contracts/genres.js';
import type { MemoryRole } from '#contracts/events.js';
import { runPipeline } from '../pipeline.js';
import type { Stage } from '../pipeline/stage.js';
import { stagesOf } from '../stages.js';
import { genreOf } from './genre-of.js';

interface Message {
  readonly speaker?: string | null;
  readonly role?: MemoryRole | null;
  readonly genre?: Genre | null;
}

const STAGES = stagesOf();
const JUNE_15 = BigInt(Date.UTC(2025, 5, 15, 10)) * 1_000_000n;

async function read(
  text: string,
  { speaker = null, role = 'user', genre = null }: Message = {},
  stages: readonly Stage[] = STAGES,
) {
  const input = { text, speaker, role, genre, eventAtUnixNanos: JUNE_15 };
  const { observations } = await runPipeline(stages, input, () => 0);
  const { relations, statements, mentions } = observations;
  return {
    names: mentions.map(({ name }) => name),
    claims: [
      ...relations.map(({ from, type, to }) => `${from.name} ${type} ${to.name}`),
      ...statements.map(({ subject, predicate, object }) => {
        return `${subject.name} ${predicate} ${object.kind === 'entity' ? object.name : String(object.value.value)}`;
      }),
    ],
    subjects: new Set([...relations.map(({ from }) => from.name), ...statements.map(({ subject }) => subject.name)]),
  };
}

test('a clause without a subject is about the speaker in a chat, and never about the author of a note', async () => {
  const text = 'Moved to Oslo last week.';
  expect((await read(text, { speaker: 'Maya', genre: 'chat' })).claims).toContain('Maya lives_in Oslo');
  for (const genre of ['note', 'document', 'data', 'prose'] as const)
    expect((await read(text, { speaker: 'Maya', genre })).claims).toEqual([]);
});

test('in a note, a clause without a subject is about whom its line names first', async () => {
  const note = { speaker: 'Sr. Holm', genre: 'note' } as const;
  expect((await read('Mrs. Hallam up and dressed. Moved to Croydon last week.', note)).claims).toContain(
    'Mrs. Hallam lives_in Croydon',
  );
  const text = 'Mrs. Hallam was seen by Dr. Nguyen. Moved to Croydon last week.';
  const unclear = await read(text, note, stagesOf(['pattern']));
  expect(unclear.claims.filter((claim) => claim.includes('lives_in'))).toEqual([]);
});

test('the author of a note is meant where it says "I"', async () => {
  const { claims } = await read('Ward quiet all night. I live in Croydon now.', { speaker: 'Ana Holm', genre: 'note' });
  expect(claims).toContain('Ana Holm lives_in Croydon');
});

test('a line that a user posts without a name is a message of that user, though it looks like a note', async () => {
  const text = "We've finally moved. New address is 12 Mill Lane, Lisbon.";
  const line = { role: 'user', genre: null } as const;
  expect(genreOf({ text, speaker: null, ...line, eventAtUnixNanos: JUNE_15 })).toBe('note');
  const claim = 'user lives_in 12 Mill Lane';
  expect((await read(text, line)).claims).toContain(claim);
  for (const other of [{ genre: 'note' }, { role: null }, { speaker: 'Maya' }] as const)
    expect((await read(text, { ...line, ...other })).claims).not.toContain(claim);
});

test('without a speaker and without a first person there is no user', async () => {
  const texts = ['Moved to Oslo last week.', 'Works at Siemens. Lives in Lisbon.', 'Never reply in French.'];
  for (const text of texts) expect((await read(text)).subjects).not.toContain('user');
  expect((await read('I moved to Oslo last week.')).claims).toContain('user lives_in Oslo');
});

test('"we" on a page without an author is no user', async () => {
  const page = { genre: 'document' } as const;
  expect((await read('# Decision\n\nWe use RabbitMQ and we moved to Lisbon.', page)).subjects).not.toContain('user');
  expect((await read('# About\n\nI moved to Lisbon.', page)).claims).toContain('user lives_in Lisbon');
});

test('the first person of a quotation is not the speaker', async () => {
  const { subjects } = await read('The mayor smiled and said "I live in Ghent, like my mother".', { genre: 'prose' });
  expect(subjects).not.toContain('user');
});

test.each(['assistant', 'system', 'tool'] as const)('a message of the role %s says nothing of an "I"', async (role) => {
  const { subjects } = await read('I live in Lisbon and I work at Siemens.', { role });
  expect(subjects).not.toContain('user');
});

test('the first person of a signed message is who signed it, whoever stores it', async () => {
  const letter = 'Dear Bo,\n\nI live in Ghent now.\n\nBest regards,\nLaura Smit';
  for (const role of ['user', 'tool'] as const)
    expect((await read(letter, { role })).claims).toContain('Laura Smit lives_in Ghent');
  expect((await read(letter, { speaker: 'Tom' })).subjects).not.toContain('Tom');
  const signed = letter.replace('Laura Smit', 'Laura');
  expect((await read(signed, { speaker: 'Laura Smit' })).claims).toContain('Laura Smit lives_in Ghent');
  expect((await read(letter, { role: 'assistant' })).subjects).not.toContain('Laura Smit');
});

test('contacts, cards and pairs of keys and values are records', async () => {
  expect((await read('BEGIN:VCARD\nFN:Alice Chen\nORG:Acme Corp\nEND:VCARD', { role: 'tool' })).claims).toEqual([
    'Alice Chen works_at Acme Corp',
  ]);
  const profile = 'Here is her profile:\n\nFull name: Alice Chen\nJob title: curator\nEmployer: Acme Corp';
  expect((await read(profile, { speaker: 'Maya' })).claims).toEqual([
    'Alice Chen works_at Acme Corp',
    'Alice Chen occupation curator',
  ]);
  expect((await read('Please ask Alice Chen <alice@acme.example> about it.')).claims).toContain(
    'Alice Chen email alice@acme.example',
  );
});

test('what follows a name at the beginning of a line is said by that person', async () => {
  const minutes = 'Minutes of Monday\nAna Roth: I work at Siemens.\nBo Falk: I live in Turku.';
  expect((await read(minutes, { speaker: 'clerk', role: 'user' })).claims).toEqual(
    expect.arrayContaining(['Ana Roth works_at Siemens', 'Bo Falk lives_in Turku']),
  );
  expect((await read(minutes, { speaker: 'clerk' })).subjects).not.toContain('clerk');
});

test('code, logs and traces have no names and make no claims', async () => {
  const texts = [
    '```python\nclass Alice(Person):\n    lives_in = "Lisbon"\n```',
    'TypeError: Alice is not a function\n    at Alice.run (/srv/Lisbon/app.js:3:9)\n    at Bob.call (/srv/x.js:1:1)',
    '2026-02-01T06:12:40Z INFO Alice Chen works at Acme\n2026-02-01T06:12:41Z WARN Bob Smith lives in Lisbon',
  ];
  for (const text of texts) expect(await read(text, { speaker: 'Maya' })).toMatchObject({ names: [], claims: [] });
});

test('a nationality and a word in lower case that is a name elsewhere are no products', async () => {
  const { names } = await read('Our new mango yoghurt was made by a Somali-Finnish team of Siemens.');
  expect(names).toEqual(['Siemens']);
});

test('in a message with code, the words of people are read', async () => {
  const text = 'I work at Siemens now.\n```\nclass Alice(Person): pass\n```\nand I live in Lisbon';
  const { claims, names } = await read(text, { speaker: 'Maya' });
  expect(claims).toEqual(expect.arrayContaining(['Maya works_at Siemens', 'Maya lives_in Lisbon']));
  expect(names).not.toContain('Alice');
});

test('a table in a document, and records of a tool, state what their headers say', async () => {
  const table = '# Staff\n\n| Name | Role | Company |\n|---|---|---|\n| Alice Chen | curator | Acme Corp |';
  expect((await read(table)).claims).toEqual(['Alice Chen works_at Acme Corp', 'Alice Chen occupation curator']);
  const json = '{"results":[{"name":"Alice Chen","email":"alice@acme.example","title":"Curator"}]}';
  expect((await read(json, { role: 'tool' })).claims).toEqual([
    'Alice Chen email alice@acme.example',
    'Alice Chen occupation Curator',
  ]);
});

test('records are read in any language', async () => {
  const csv =
    'account;contact;role;note\nBrauhaus Immenstadt;Toni Hiebeler;Braumeister;will neue Hopfenwaage, Chef sagt nein';
  const claims = ['Toni Hiebeler works_at Brauhaus Immenstadt', 'Toni Hiebeler occupation Braumeister'];
  expect((await read(csv, { role: 'tool' })).claims).toEqual(claims);
  const letter = `Anbei die Liste der Kunden, die wir noch in diesem Monat besuchen sollten, bitte vor Freitag.\n${csv}`;
  expect((await read(letter, { speaker: 'Jens' })).claims).toEqual(claims);
});

test('offsets of records are those of the whole text, in code points', async () => {
  const text = '👋 here it is:\n{"name":"Alice Chen","title":"Curator"}';
  const input = { text, speaker: null, role: 'tool', eventAtUnixNanos: JUNE_15 } as const;
  const { observations } = await runPipeline(STAGES, input, () => 0);
  const spans = observations.mentions.map(({ start, end }) => Array.from(text).slice(start, end).join(''));
  expect(spans).toEqual(['Alice Chen']);
});
