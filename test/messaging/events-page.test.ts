import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readCommand } from '#contracts/messages/commands.js';
import { type ExactJson, parseExact } from '#contracts/exact-json.js';
import { CLOUD_EVENT_SCHEMA, EVENT_ENVELOPE_SCHEMA } from '#contracts/schemas/envelope-schemas.js';
import { publishedSchemas } from '#contracts/schemas/published-schemas.js';
import { schemaFault } from '#contracts/schemas/validate.js';
import { TOPICS } from '#contracts/topics.js';

const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');
const sections = page.split(/^##+ /m).map((section) => {
  const examples = [...section.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => parseExact(json ?? ''));
  return { heading: section.split('\n')[0] ?? '', examples };
});
const messages = sections.filter(({ heading }) => publishedSchemas().has(`${heading}.v1.json`));

function examplesOf(heading: string): Record<string, ExactJson>[] {
  const section = sections.find((candidate) => candidate.heading === heading);
  return section?.examples as Record<string, ExactJson>[];
}

test.each(messages)('the example of $heading keeps to its schema', ({ heading, examples }) => {
  const schema = publishedSchemas().get(`${heading}.v1.json`) ?? {};
  expect(examples).toHaveLength(1);
  for (const example of examples) expect(schemaFault(schema, example)).toBeNull();
});

test('the page has an example of each event', () => {
  expect(messages.map(({ heading }) => heading)).toEqual([
    'MemoryEncoded',
    'MemoryRevised',
    'MemoryForgotten',
    'MemoriesLinked',
    'MemoriesUnlinked',
    'MemoryRestored',
    'ScopeErased',
    'MemoryExtracted',
    'EntityCreated',
    'NameAssigned',
    'EntityCorrected',
    'FactAsserted',
    'FactConfirmed',
    'FactRetracted',
    'GraphUpdated',
    'MemoryExtractionFailed',
    'RecordRejected',
  ]);
});

test('the envelope of the page keeps to its schema', () => {
  const [envelope] = examplesOf('Envelope');
  expect(schemaFault(EVENT_ENVELOPE_SCHEMA, envelope ?? null)).toBeNull();
});

test('the command of the page is read, and its replies keep to their schemas', () => {
  const [, , value] = /^authorization:Bearer YOUR_KEY\t([^\t]+)\t(.*)$/m.exec(page) ?? [];
  expect(readCommand(value ?? '', null)).toMatchObject({ type: 'EncodeMemory', requestId: 'crm-77' });
  const [succeeded = {}, failed = {}] = examplesOf('Commands');
  expect(schemaFault(CLOUD_EVENT_SCHEMA, succeeded)).toBeNull();
  expect(schemaFault(publishedSchemas().get('CommandSucceeded.v1.json') ?? {}, succeeded['data'] ?? null)).toBeNull();
  expect(schemaFault(publishedSchemas().get('CommandFailed.v1.json') ?? {}, failed)).toBeNull();
});

test('the table of topics has the names and the retention of the code', () => {
  const rows = [...page.matchAll(/^\| `(engraph\.[a-z.-]+)` +\|.*\| (\d+) days? +\|$/gm)];
  const listed = new Map(rows.map(([, name, days]) => [name, Number(days) * 86_400_000]));
  expect(listed).toEqual(new Map(Object.values(TOPICS).map(({ name, keptMs }) => [name, keptMs])));
});
