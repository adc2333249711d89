import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { chatGraph } from '../../eval/chat-graph.js';
import { readChatFiles, storeTurns } from '../../eval/conversation.js';
import { readLocomo } from '../../eval/locomo.js';
import { withEngraph } from '../../eval/service.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engraph-eval-test-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

test('a conversation goes through HTTP into its graph, with the turns and spans of its mentions', async () => {
  const turns = [
    { i: 0, speaker: 'Maya', text: 'I work at Nordlys.', occurred_at: '2025-01-01T10:00:00Z' },
    {
      i: 1,
      speaker: 'Maya',
      text: 'These days I work at Fjordbank.',
      occurred_at: '2025-06-01T10:00:00Z',
    },
  ];
  await writeFile(join(folder, 'one.json'), JSON.stringify({ id: 'one', turns, questions: [] }));
  const [file] = await readChatFiles(folder);
  const graph = await withEngraph({}, async (clientOf) => {
    const client = await clientOf('one');
    return chatGraph(client, 'one', await storeTurns(client, file?.turns ?? []));
  });
  const entities = graph.entities as { id: string; canonical: string; type: string; mentions: object[] }[];
  const idOf = (name: string) => entities.find(({ canonical }) => canonical === name)?.id;
  expect(entities.find(({ canonical }) => canonical === 'Nordlys')).toMatchObject({
    type: 'organization',
    mentions: [{ turn: 0, start: 10, end: 17 }],
  });
  expect(graph.relations).toHaveLength(2);
  expect(graph.relations).toEqual(
    expect.arrayContaining([
      { from: idOf('Maya'), type: 'works_at', to: idOf('Nordlys'), current: false },
      { from: idOf('Maya'), type: 'works_at', to: idOf('Fjordbank'), current: true },
    ]),
  );
});

test('sessions of LoCoMo come in their order, with their times', async () => {
  const turn = (dia_id: string) => ({ speaker: 'A', dia_id, text: dia_id });
  const conversation = {
    ...{ session_10: [turn('D10:1')], session_10_date_time: '9:05 am on 1 March, 2024' },
    ...{ session_2: [turn('D2:1'), turn('D2:2')], session_2_date_time: '1:56 pm on 8 May, 2023' },
    session_3_date_time: '1:00 pm on 9 May, 2023',
  };
  const path = join(folder, 'locomo.txt');
  await writeFile(path, JSON.stringify([{ sample_id: 's', conversation, qa: [{ question: 'Who?' }] }]));
  const [sample] = await readLocomo(path);
  expect(sample?.questions).toEqual(['Who?']);
  expect(sample?.turns.map(({ id, occurredAt, session }) => [id, occurredAt.toISOString(), session])).toEqual([
    ['D2:1', '2023-05-08T13:56:00.000Z', 2n],
    ['D2:2', '2023-05-08T13:56:01.000Z', 2n],
    ['D10:1', '2024-03-01T09:05:00.000Z', 10n],
  ]);
});
