import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/client';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { httpClient, REVISIONS, stdioClient, useTool, type Revision } from './clients.js';

let engraph: RunningEngraph;

beforeAll(async () => {
  engraph = await runEngraph('log');
});
afterAll(async () => {
  await engraph.stop();
});

/** A client of its own scope. */
const CONNECT = {
  HTTP: (key: string, revision: Revision) => httpClient(engraph.baseUrl, key, revision),
  stdio: async (key: string, revision: Revision) =>
    (await stdioClient({ ENGRAPH_URL: engraph.baseUrl, ENGRAPH_API_KEY: key }, revision)).client,
};

const BOTH = (['HTTP', 'stdio'] as const).flatMap((transport) =>
  REVISIONS.map((revision) => [transport, revision] as const),
);

describe.each(BOTH)('over %s, revision %s', (transport, revision) => {
  let client: Client;

  beforeAll(async () => {
    const { key } = await engraph.client('mcp', `${transport} ${revision}`);
    client = await CONNECT[transport](key, revision);
    // From now on the client validates what the tools answer by the schemas in this list.
    await client.listTools();
  });
  afterAll(async () => {
    await client.close();
  });

  test('the server names itself, its revision, and six tools with their schemas', async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerVersion()).toMatchObject({ name: 'engraph' });
    expect(client.getInstructions()).toContain('call recall');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['remember', 'recall', 'forget', 'correct', 'entity', 'whoami']);
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints).toMatchObject({
      remember: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      recall: { readOnlyHint: true },
      forget: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    });
    const recall = tools.find(({ name }) => name === 'recall');
    expect(recall?.inputSchema).toMatchObject({
      required: ['query'],
      properties: { filter: { type: 'object', properties: { tags: { properties: { any: { type: 'array' } } } } } },
    });
    for (const { outputSchema } of tools) expect(outputSchema).toMatchObject({ type: 'object' });
    // Nothing that clients would have to look up, or would round.
    expect(JSON.stringify(tools)).not.toMatch(/\$ref|18446744073709551615|unix_nanos/);
  });

  test('what is remembered is recalled, once', async () => {
    const text = 'Maria Silva works at Initech and is allergic to peanuts.';
    const given = { text, session: 'first', tags: ['people'], wait_seconds: 20 };
    const first = await useTool(client, 'remember', given);
    expect(first).toMatchObject({ failed: false, data: { results: [{ was_deduplicated: false }] } });
    const again = await useTool(client, 'remember', given);
    expect(again.data.results).toMatchObject([{ memory_id: first.data.results[0].memory_id, was_deduplicated: true }]);
    const recalled = await useTool(client, 'recall', { query: 'Where does Maria Silva work?' });
    const told = `memory ${String(first.data.results[0].memory_id)}] ${text}`;
    expect(recalled.text.split(told)).toHaveLength(2);
    expect(recalled.text.split(text)).toHaveLength(2);
    expect(recalled.text).toContain(
      `- [${String(recalled.data.facts[0].fact_id)}] Maria Silva works at Initech (told `,
    );
    expect(recalled.data).toMatchObject({ note: expect.stringContaining('stored data'), memories: [{ text }] });
    expect(recalled.data.facts).toMatchObject([{ fact_id: expect.stringMatching(/^relation:/) }]);
    const filtered = await useTool(client, 'recall', { query: 'Maria Silva', filter: { tags: { any: ['places'] } } });
    expect(filtered.data.memories).toEqual([]);
  });

  test('what is said again after something else is stored again, so that the last word counts', async () => {
    const say = async (text: string) => (await useTool(client, 'remember', { text, wait_seconds: 20 })).data.results[0];
    const first = await say('Olga Reis lives in Porto.');
    const second = await say('Olga Reis lives in Faro.');
    const third = await say('Olga Reis lives in Porto.');
    expect(new Set([first, second, third].map(({ memory_id }) => memory_id as string)).size).toBe(3);
    const { data } = await useTool(client, 'entity', { name: 'Olga Reis' });
    expect(data.facts).toMatchObject([{ text: expect.stringContaining('Porto'), memory_ids: [third.memory_id] }]);
    const items = [{ text: 'The kettle is red.' }, { text: 'The kettle is blue.' }];
    const list = await useTool(client, 'remember', { items });
    const again = await useTool(client, 'remember', { items });
    expect(again.text).toContain('by an earlier call, and not again');
    for (const i of [0, 1])
      expect(again.data.results[i]).toMatchObject({
        was_deduplicated: true,
        memory_id: list.data.results[i].memory_id,
      });
    expect((await useTool(client, 'remember', { items: items.slice(1), request_id: 'blue' })).data).toMatchObject({
      results: [{ was_deduplicated: false }],
    });
    const other = { items: items.slice(1).map((item) => ({ ...item, tags: ['kitchen'] })) };
    expect((await useTool(client, 'remember', other)).data.results).toMatchObject([{ was_deduplicated: false }]);
  });

  test('many texts have a result each, and a request id makes a repetition harmless', async () => {
    const items = [{ text: 'The kettle is descaled monthly.' }, { text: '' }];
    const first = await useTool(client, 'remember', { items, request_id: 'batch-1' });
    expect(first.text).toMatch(/^1\. Stored as memory \d+\.\n2\. Not stored \(bad_request\): text /);
    const again = await useTool(client, 'remember', { items, request_id: 'batch-1' });
    expect(again.data).toMatchObject({ replayed: true });
    expect(again.data.results[0].memory_id).toBe(first.data.results[0].memory_id);
  });

  test('an entity is told by name and as a resource', async () => {
    const told = await useTool(client, 'entity', { name: 'Maria Silva' });
    expect(told.text).toContain('Initech');
    const id = told.data.entity.entity_id as string;
    expect((await useTool(client, 'entity', { entity_id: id })).data).toMatchObject({ entity: { entity_id: id } });
    expect((await useTool(client, 'entity', { name: 'Nobody Here' })).data).toEqual({ outcome: 'not_found' });
    const { resources } = await client.listResources();
    expect(resources).toContainEqual(expect.objectContaining({ uri: `engraph://entities/${id}`, name: 'Maria Silva' }));
    expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
      { uriTemplate: 'engraph://entities/{id}' },
    ]);
    const { contents } = await client.readResource({ uri: `engraph://entities/${id}` });
    expect(contents).toMatchObject([{ mimeType: 'text/plain', text: expect.stringContaining('Initech') }]);
    const unknown = 'engraph://entities/00000000-0000-4000-8000-000000000000';
    await expect(client.readResource({ uri: unknown })).rejects.toThrow(/not found/i);
  });

  test('a new name is made as the relation wants it, and a misspelt subject is refused and not made', async () => {
    const fact = { action: 'assert', subject: 'Maria Silva', predicate: 'core:lives_in' };
    expect(await useTool(client, 'correct', { ...fact, object: 'Zubrowkagrad' })).toMatchObject({ failed: false });
    const made = await useTool(client, 'entity', { name: 'Zubrowkagrad' });
    expect(made.text).toContain('place');
    const slip = await useTool(client, 'correct', { ...fact, subject: 'Mraia Slva', object: 'Porto' });
    expect(slip).toMatchObject({ failed: true, text: expect.stringContaining('nothing is called Mraia Slva') });
    expect(await useTool(client, 'entity', { name: 'Mraia Slva' })).toMatchObject({ data: { outcome: 'not_found' } });
  });

  test('facts are asserted by name, confirmed and retracted, and a memory is edited', async () => {
    const fact = { action: 'assert', subject: 'Maria Silva', predicate: 'core:lives_in', object: 'Porto' };
    const asserted = await useTool(client, 'correct', { ...fact, request_id: 'porto' });
    expect(asserted.text).toBe(`Fact ${String(asserted.data.fact_id)} is asserted: Maria Silva lives in Porto.`);
    expect(asserted.data).toMatchObject({ fact_id: expect.stringMatching(/^relation:/), source: 'asserted' });
    expect((await useTool(client, 'correct', { ...fact, request_id: 'porto' })).data).toEqual(asserted.data);
    const diet = { action: 'assert', subject: 'Maria Silva', predicate: 'core:diet', object: 'vegan' };
    const { fact_id: statement } = (await useTool(client, 'correct', diet)).data;
    for (const id of [asserted.data.fact_id, statement] as string[])
      for (const action of ['confirm', 'retract'])
        expect(await useTool(client, 'correct', { action, fact_id: id })).toMatchObject({
          ...{ failed: false, data: { action, fact_id: id } },
        });
    expect((await useTool(client, 'entity', { name: 'Maria Silva' })).text).not.toMatch(/Porto|vegan/);

    const stored = await useTool(client, 'remember', { text: 'The office is in Rome.' });
    const { memory_id } = stored.data.results[0];
    const edit = { action: 'edit', memory_id, text: 'The office is in Turin.', wait_seconds: 20 };
    expect(await useTool(client, 'correct', edit)).toMatchObject({ failed: false, data: { memory_id } });
    const recalled = await useTool(client, 'recall', { query: 'Where is the office?' });
    expect(recalled.text).toContain('Turin');
    expect(recalled.text).not.toContain('Rome');
  });

  test('a filter only tells what it would forget until it is asked to forget', async () => {
    const filter = { tags: { all: ['temporary'] } };
    const stored = await useTool(client, 'remember', {
      text: 'The door code is 4711.',
      tags: ['temporary'],
      wait_seconds: 20,
    });
    const { memory_id } = stored.data.results[0];
    const dry = await useTool(client, 'forget', { filter });
    expect(dry.data).toMatchObject({ dry_run: true, memory_ids: [memory_id] });
    expect(dry.text).toContain('nothing is forgotten');
    expect(dry.text).toContain(`memory ${String(memory_id)}] The door code is 4711.`);
    expect(dry.data.memories).toEqual([{ memory_id, text: 'The door code is 4711.' }]);
    expect((await useTool(client, 'recall', { query: 'door code', filter })).data.memories).toHaveLength(1);
    expect((await useTool(client, 'forget', { filter, dry_run: false })).data).toMatchObject({ count: 1 });
    expect((await useTool(client, 'recall', { query: 'door code', filter })).data.memories).toEqual([]);
    expect((await useTool(client, 'forget', { memory_id })).text).toContain('was forgotten already');
    // A text that was forgotten is stored anew.
    const anew = await useTool(client, 'remember', { text: 'The door code is 4711.' });
    expect(anew.data.results).toMatchObject([{ was_deduplicated: false }]);
  });

  test('the prompt and whoami', async () => {
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'use-memory' }]);
    const { messages } = await client.getPrompt({ name: 'use-memory' });
    expect(messages).toMatchObject([{ role: 'user', content: { text: expect.stringContaining('call remember') } }]);
    const { data, text } = await useTool(client, 'whoami');
    expect(data).toMatchObject({ namespace: 'mcp', agent: `${transport} ${revision}` });
    expect(text).toContain('encode, recall');
  });

  test('what is wrong is said in words, and nothing is done', async () => {
    const wrong: [string, object, RegExp][] = [
      ['remember', { text: 'x', colour: 'red' }, /no argument colour; there are text, /],
      ['remember', {}, /exactly one of text and items/],
      ['remember', { text: 'x', wait_seconds: 1000 }, /wait_seconds must be/],
      ['remember', { text: ['x'] }, /text must be a string/],
      ['recall', {}, /query is required/],
      ['recall', { query: 'x', since: 'yesterday' }, /since must be/],
      ['forget', { filter: {} }, /filter has no condition, and this tool does not forget everything/],
      ['forget', { filter: { tags: {} } }, /filter has no condition/],
      ['forget', { memory_id: '1', filter: { role: 'user' } }, /exactly one/],
      ['correct', { action: 'assert', fact_id: 'x' }, /fact_id does not go with assert/],
      ['correct', { action: 'erase' }, /action must be one of/],
      ['correct', { action: 'retract', fact_id: crypto.randomUUID() }, /relation: or statement: and a UUID/],
      ['correct', { action: 'retract', fact_id: `relation:${crypto.randomUUID()}` }, /there is no such relation/],
      ['entity', { entity_id: '../whoami' }, /id|uuid/i],
    ];
    for (const [name, given, message] of wrong) {
      const result = await useTool(client, name, given);
      expect([name, given, result.failed, result.text]).toEqual([name, given, true, expect.stringMatching(message)]);
    }
    await expect(client.callTool({ name: 'delete_everything', arguments: {} })).rejects.toThrow(/delete_everything/);
  });
});
