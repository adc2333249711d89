import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadTokenCounter } from '#recall/context/count-tokens.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

const DAY = 86_400_000_000_000n;
const START = 1_700_000_000_000_000_000n;

let engraph: RunningEngraph;
let client: Client;
/** Memory that tells where Bob Martinez lives. */
let home: string;

beforeAll(async () => {
  engraph = await runEngraph('log');
  client = await engraph.client('recall', 'context');
  const say = (text: string, day: bigint, speaker: string) =>
    client.remember(text, { speaker, session: 1, occurred_at: START + day * DAY });
  await say('Alice Chen works at Acme Corp.', 0n, 'Dana');
  await say('Alice Chen reports to Bob Martinez.', 1n, 'Dana');
  home = await say('Bob Martinez lives in Lisbon with his two dogs.', 2n, 'Omar');
  await say('The jazz club on Harbour Street closes in March.', 4n, 'Dana');
});
afterAll(async () => {
  await engraph.stop();
});

test('gives one text for a prompt: facts that hold with their dates, then the turns, no longer than asked', async () => {
  const ask = async (more: object) =>
    (await client.post('/v1/recall', { query: 'Where does Bob Martinez live?', ...more })).body.context as string;
  const context = await ask({ format: 'context' });
  expect(context).toMatch(/^Facts:\n- Bob Martinez lives in Lisbon \(told 2023-11-16\)\n\nWhat was said:\n/);
  expect(context).toContain('\n- [2023-11-16] Omar: Bob Martinez lives in Lisbon with his two dogs.');
  expect((await loadTokenCounter())(await ask({ format: 'context', max_tokens: 40 }))).toBeLessThanOrEqual(40);
  expect(await ask({ format: 'memories' })).toBeUndefined();
});

test('a context has the facts that memories tell which pass the filters, and no others', async () => {
  const scope = await engraph.client('recall', 'filtered');
  await scope.remember('Olga Reis lives in Porto.', { session: 1, occurred_at: START });
  await scope.remember('Olga Reis works at Galp.', { session: 2 });
  const facts = async (more: object) => {
    const { body } = await scope.post('/v1/recall', {
      query: 'Where does Olga Reis live and work?',
      format: 'context',
      ...more,
    });
    return ['lives in Porto', 'works at Galp'].filter((fact) =>
      (body.context as string).includes(`- Olga Reis ${fact}`),
    );
  };
  expect(await facts({})).toEqual(['lives in Porto', 'works at Galp']);
  expect(await facts({ session: 1 })).toEqual(['lives in Porto']);
  expect(await facts({ until: START })).toEqual(['lives in Porto']);
});

test('a fact has the day that was told, or the day on which it was told without one', async () => {
  const scope = await engraph.client('recall', 'told');
  await scope.remember('Olga Reis moved to Porto in May 2023. She works at Galp.', { occurred_at: START });
  const { body } = await scope.post('/v1/recall', { query: 'Where does Olga live and work?', format: 'context' });
  expect(body.context).toContain('- Olga Reis lives in Porto (since 2023-05-01)\n');
  expect(body.context).toContain('- Olga Reis works at Galp (told 2023-11-14)\n');
});

test('a fact that a caller asserts has the day of the call, unless the caller says since when it holds', async () => {
  const scope = await engraph.client('recall', 'asserted');
  await scope.remember('Olga Reis likes tea.');
  const entity = (await scope.post('/v1/entities/resolve', { candidate_name: 'Olga Reis' })).body.entity_id as string;
  const assert = (predicate: string, object: string, more: object = {}) =>
    scope.post('/v1/statements', { subject: entity, predicate, object, ...more });
  await assert('core:diet', 'vegan');
  await assert('core:occupation', 'nurse', { valid_from: '2023-05-01T00:00:00Z' });
  const { body } = await scope.get(`/v1/entities/${entity}/profile?format=text`);
  expect(body.text).toMatch(/\n- .*vegan \(told \d{4}-\d\d-\d\d\)\n/);
  expect(body.text).toMatch(/\n- .*nurse \(since 2023-05-01\)\n/);
  const recalled = await scope.post('/v1/recall', { query: "What is Olga Reis's diet?", format: 'context' });
  expect(recalled.body.facts).toMatchObject([{ text: expect.stringMatching(/vegan \(told /) }]);
});

test('with context_ids each line begins with the id of its fact or memory', async () => {
  const { body } = await client.post('/v1/recall', {
    ...{ query: 'Where does Bob Martinez live?', format: 'context', context_ids: true },
  });
  const { context, facts } = body as { context: string; facts: { id: string; text: string }[] };
  expect(context).toContain(`Facts:\n- [relation:${facts[0]?.id ?? ''}] ${facts[0]?.text ?? ''}\n`);
  expect(context).toContain(`\n- [2023-11-16, memory ${home}] Omar: Bob Martinez lives in Lisbon`);
});

test('facts stand beside the text, with their ids, and only those that are to the point', async () => {
  const ask = async (query: string, more: object = {}) =>
    (await client.post('/v1/recall', { query, format: 'context', ...more })).body as {
      context: string;
      facts: { text: string }[];
    };
  const { facts, context } = await ask('Where does Bob Martinez live?');
  expect(facts).toEqual([
    {
      ...{ id: expect.any(String), kind: 'relation', text: 'Bob Martinez lives in Lisbon (told 2023-11-16)' },
      ...{ confidence: expect.any(Number), memory_ids: [home] },
    },
  ]);
  expect(context).toContain(`Facts:\n- ${facts[0]?.text ?? ''}\n\n`);
  expect((await ask('Where does Bob Martinez live?', { min_fact_confidence: 1 })).facts).toEqual([]);
  const texts = async (query: string, more: object = {}) => (await ask(query, more)).facts.map(({ text }) => text);
  expect(await texts("Where does Alice Chen's manager live?")).toEqual([
    'Bob Martinez lives in Lisbon (told 2023-11-16)',
    'Alice Chen reports to Bob Martinez (told 2023-11-15)',
  ]);
  expect(await texts('Where does Alice Chen work and whom does she report to?', { max_facts: 1 })).toHaveLength(1);
  expect(await texts('When does the jazz club close?')).toEqual([]);
  expect((await client.post('/v1/recall', { query: 'Bob Martinez' })).body.facts).toBeUndefined();
});

test('of whom a question describes, those come first who have what it asks for, and the others are left out', async () => {
  const scope = await engraph.client('recall', 'relatives');
  await scope.remember('My brother Jonas Lind works at Ericsson.', { speaker: 'Nora', session: 1, occurred_at: START });
  await scope.remember('My sister Joanna Lind is married to Pieter.', { speaker: 'Nora', occurred_at: START });
  const { body } = await scope.post('/v1/recall', { query: 'Who is my sister married to?', format: 'context' });
  expect(body.facts.map(({ text }: { text: string }) => text)).toEqual([
    'Joanna Lind is the spouse or partner of Pieter (told 2023-11-14)',
    expect.stringMatching(/^(?:Joanna Lind is a sibling of Nora|Nora is a sibling of Joanna Lind) /),
  ]);
});

test('a question about the past is answered by what held then, one about the present by what holds', async () => {
  const scope = await engraph.client('recall', 'past');
  await scope.remember('Olga Reis lives in Porto.', { session: 1, occurred_at: START });
  await scope.remember('Olga Reis moved to Faro.', { session: 1, occurred_at: START + 9n * DAY });
  const texts = async (query: string) =>
    (await scope.post('/v1/recall', { query, format: 'context' })).body.facts.map(
      (fact: { text: string }) => fact.text,
    );
  expect(await texts('Where does Olga live now?')).toEqual(['Olga Reis lives in Faro (told 2023-11-23)']);
  expect(await texts('Where did Olga live before?')).toEqual([
    'Olga Reis used to live in Porto (told 2023-11-14, until 2023-11-23)',
  ]);
});

test('facts are of whom a question asks about: by surname or title, as who says "I", by a role, or of nobody', async () => {
  const scope = await engraph.client('recall', 'asked');
  const say = (text: string, day: bigint, speaker = 'Nora') =>
    scope.remember(text, { speaker, session: 1, occurred_at: START + day * DAY });
  await say('My name is Nora Lind. I work at Ericsson. My brother Jonas Lind lives in Lund.', 0n);
  await say('Mr. Stefan Kowalik lives in Faro. Stefan Kowalik is a baker.', 1n);
  await say('Ewa Prins is the treasurer of the choir.', 2n);
  const texts = async (query: string) =>
    (await scope.post('/v1/recall', { query, format: 'context' })).body.facts.map(
      ({ text }: { text: string }) => text,
    ) as string[];
  expect(await texts('Where does Mr Kowalik live?')).toEqual([expect.stringMatching(/Kowalik lives in Faro/)]);
  expect(await texts('What do you know about Kowalik?')).toContainEqual(expect.stringMatching(/Kowalik lives in Faro/));
  expect(await texts('Who is the treasurer?')).toEqual([expect.stringMatching(/^Ewa Prins is treasurer/)]);
  expect((await texts('Where does my brother live?'))[0]).toMatch(/^Jonas Lind lives in Lund/);
  expect(await texts('Where do I work?')).toEqual([expect.stringMatching(/^Nora Lind works at Ericsson/)]);
  expect(await texts('Where does Petra live?')).toEqual([]);
});

test('a fact that a newer memory of the answer says is over is left out, though no claim ends it', async () => {
  const scope = await engraph.client('recall', 'overtaken');
  await scope.remember('Olga Reis likes tea.', { occurred_at: START });
  const entity = (await scope.post('/v1/entities/resolve', { candidate_name: 'Olga Reis' })).body.entity_id as string;
  const dog = { subject: entity, predicate: 'core:has', object: 'dog', valid_from: '2023-11-14T00:00:00Z' };
  await scope.post('/v1/statements', dog);
  const facts = async () =>
    (await scope.post('/v1/recall', { query: 'Does Olga Reis have a dog?', format: 'context' })).body.facts as object[];
  expect(await facts()).toMatchObject([{ text: 'Olga Reis has a dog (since 2023-11-14)' }]);
  await scope.remember('Nora fetched the dog that Olga Reis minded, so no more dog food on the list.', {
    occurred_at: START + 9n * DAY,
  });
  expect(await facts()).toEqual([]);
});
