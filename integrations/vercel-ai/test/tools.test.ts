import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engraphTools, type EngraphTools } from '@engraph/vercel-ai';
import { generateText, isStepCount, type ToolSet } from 'ai';
import { newClient, NOWHERE, remembered, scriptedModel } from './setup.ts';

/** Runs one tool as the SDK does for a model, and gives back what the model is told. */
async function use(tools: ToolSet, name: string, input: object): Promise<Record<string, unknown>> {
  const model = scriptedModel({ tool: name, input }, { text: 'done' });
  await generateText({ model, tools, stopWhen: isStepCount(2), prompt: 'Use the tool' });
  const answer = model.doGenerateCalls[1]?.prompt.at(-1);
  assert.equal(answer?.role, 'tool');
  const [part] = answer.content as { output: { type: string; value: unknown } }[];
  assert.ok(part);
  return part.output.type === 'json'
    ? (part.output.value as Record<string, unknown>)
    : { [part.output.type]: part.output.value };
}

test('a model remembers, recalls, corrects and forgets', async () => {
  const client = await newClient();
  const tools = engraphTools({ client, waitSeconds: 30 });
  const { memory_id } = await use(tools, 'remember', { text: 'Ana Petrov works at Acme Corp in Lisbon.' });
  const found = await use(tools, 'recall', { query: 'Where does Ana Petrov work?' });
  assert.deepEqual(
    (found['memories'] as { memory_id: string }[]).map((memory) => memory.memory_id),
    [memory_id],
  );
  const facts = found['facts'] as { fact: string; text: string }[];
  assert.match(facts[0]?.text ?? '', /Ana Petrov works at Acme Corp/);
  const fact = facts[0]?.fact ?? '';
  assert.match(fact, /^relation:[0-9a-f-]{36}$/);

  assert.deepEqual(await use(tools, 'correct', { fact, holds: false }), { fact, holds: false });
  const after = await use(tools, 'recall', { query: 'Where does Ana Petrov work?' });
  assert.deepEqual(
    (after['facts'] as { fact: string }[]).filter((one) => one.fact === fact),
    [],
  );

  const text = 'Ana Petrov works at Globex in Porto.';
  assert.deepEqual(await use(tools, 'correct', { memory_id, text }), { memory_id, version: 2, was_changed: true });
  assert.deepEqual(await remembered(client), [`: ${text}`]);
  assert.match(String((await use(tools, 'entity', { name: 'Ana Petrov' }))['profile']), /Globex/);

  assert.deepEqual(await use(tools, 'forget', { memory_id }), { memory_id, was_already_forgotten: false });
  assert.deepEqual(await remembered(client), []);
});

test('a name that nobody has, or several, is told as such', async () => {
  const client = await newClient();
  const tools = engraphTools({ client });
  assert.deepEqual(await use(tools, 'entity', { name: 'Zed Unknown' }), { outcome: 'not_found', candidates: [] });
});

test('a tool call that runs again is executed once', async () => {
  const client = await newClient();
  const tools = engraphTools({ client });
  for (let run = 0; run < 2; run++) await use(tools, 'remember', { text: 'Ana likes tea.' });
  assert.deepEqual(await remembered(client), [': Ana likes tea.']);
});

test('recall keeps to the filter of the application', async () => {
  const client = await newClient();
  await client.encodeMemory({ text: 'The budget of Lisbon is 7 million.', tags: ['secret'] });
  await client.encodeMemory({ text: 'The budget of Porto is 5 million.', tags: ['open'] }, { waitSeconds: 30 });
  const tools = engraphTools({ client, filter: { tags: { any: ['open'] } } });
  const { memories } = await use(tools, 'recall', { query: 'What is the budget?' });
  assert.deepEqual(
    (memories as { text: string }[]).map(({ text }) => text),
    ['The budget of Porto is 5 million.'],
  );
});

test('what cannot be done is told to the model, and the run goes on', async () => {
  const client = await newClient();
  const tools = engraphTools({ client });
  const said = async (name: string, input: object, of: ToolSet = tools) =>
    String((await use(of, name, input))['error-text']);
  assert.match(await said('forget', { memory_id: '1' }), /no such memory/);
  assert.match(await said('correct', { memory_id: '1' }), /either memory_id and text, or fact and holds/);
  assert.match(await said('correct', { fact: 'rumour:1', holds: true }), /is no fact/);
  assert.match(await said('recall', { query: 'tea' }, engraphTools({ client: NOWHERE })), /no answer/);
});

test('the types of the tools are those of their inputs and results', async () => {
  const client = await newClient();
  const tools: EngraphTools = engraphTools({ client });
  const options = { toolCallId: '1', messages: [], context: {} };
  const stored = await tools.remember.execute?.({ text: 'Ana lives in Lisbon.' }, options);
  const id: string | undefined = stored && 'memory_id' in stored ? stored.memory_id : undefined;
  assert.match(id ?? '', /^\d+$/);
  // @ts-expect-error: a text is needed
  await assert.rejects(async () => tools.remember.execute?.({}, { ...options, toolCallId: '2' }));
});
