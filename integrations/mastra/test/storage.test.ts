import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngraphStore } from '@engraph/mastra';
import type { MastraDBMessage } from '@mastra/core/memory';
import { message, newClient, textsOf } from './setup.ts';

async function newStore() {
  const client = await newClient();
  return { client, store: new EngraphStore({ client }).stores.memory };
}

test('a message comes back as it was', async () => {
  const { client, store } = await newStore();
  const parts: MastraDBMessage['content']['parts'] = [
    { type: 'step-start' },
    { type: 'text', text: ' Grüße,\n ' },
    { type: 'reasoning', reasoning: 'Hm.', details: [{ type: 'text', text: 'Hm.' }] },
    {
      type: 'tool-invocation',
      toolInvocation: { state: 'result', toolCallId: '1', toolName: 'add', args: { a: 1.5 }, result: [null, 'x'] },
    },
    { type: 'text', text: 'and 😀 goodbye ' },
  ];
  const whole: MastraDBMessage = {
    ...message('m', ''),
    role: 'assistant',
    content: { format: 2, parts, content: 'and 😀 goodbye ', metadata: { a: [1] } },
  };
  const silent: MastraDBMessage = { ...message('s', '', 1), content: { format: 2, parts: parts.slice(3, 4) } };
  await store.saveMessages({ messages: [whole, silent] });
  const { messages } = await store.listMessages({ threadId: 'thread' });
  assert.deepEqual(messages, [whole, silent]);
  const { items } = await client.listMemories({ dir: 'asc' });
  assert.deepEqual(
    items.map(({ text, role, speaker }) => [text, role, speaker]),
    [
      [' Grüße,\n \nand 😀 goodbye ', 'assistant', null],
      ['(no text)', 'tool', null],
    ],
  );
  assert.equal(items[0]?.occurred_at, '2026-05-01T12:00:00Z');
});

test('a text that is corrected in Engraph is that of the message', async () => {
  const { client, store } = await newStore();
  await store.saveMessages({ messages: [message('m', 'I live in Lisbon.')] });
  const [memory] = (await client.listMemories({})).items;
  await client.reviseMemory(memory?.memory_id ?? '', { text: 'I live in Porto, by the river.' });
  const { messages } = await store.listMessagesById({ messageIds: ['m', 'other'] });
  assert.deepEqual(textsOf(messages), ['I live in Porto, by the river.']);
  assert.equal(messages[0]?.content.content, 'I live in Porto, by the river.');
});

test('a message that is saved again is changed, not doubled', async () => {
  const { client, store } = await newStore();
  await store.saveMessages({ messages: [message('m', 'one'), message('m', 'two')] });
  await store.saveMessages({ messages: [message('m', 'two')] });
  await store.saveMessages({ messages: [message('m', 'three')] });
  const { items } = await client.listMemories({});
  assert.deepEqual(
    items.map(({ text, version }) => [text, version]),
    [['three', 2]],
  );
});

test('pages are in the order of their times, newest or oldest first, with filters', async () => {
  const { store } = await newStore();
  const numbers = Array.from({ length: 130 }, (_, number) => number);
  const messages = numbers.map((number) => message(`m${number}`, `number ${number}`, number));
  messages.push({
    ...message('tagged', 'tagged', 200),
    content: { ...message('', 'tagged').content, metadata: { a: 1 } },
  });
  // Two are stored in another order than their times.
  await store.saveMessages({ messages: [...messages.slice(2), ...messages.slice(0, 2)] });
  const list = async (args: Omit<Parameters<typeof store.listMessages>[0], 'threadId'>) => {
    const { messages: found, ...page } = await store.listMessages({ threadId: 'thread', ...args });
    return { ids: found.map(({ id }) => id), ...page };
  };
  const descending = { field: 'createdAt', direction: 'DESC' } as const;
  assert.deepEqual((await list({ perPage: 3 })).ids, ['m0', 'm1', 'm2']);
  const newest = await list({ perPage: 3, orderBy: descending });
  assert.deepEqual(newest, { ids: ['tagged', 'm129', 'm128'], total: 131, page: 0, perPage: 3, hasMore: true });
  assert.deepEqual((await list({ perPage: 3, orderBy: descending, includeTotal: false })).ids, newest.ids);
  const last = await list({ perPage: 40, page: 3, orderBy: descending });
  assert.deepEqual([last.ids.length, last.ids.at(-1), last.hasMore], [11, 'm0', false]);
  const all = await list({ perPage: false });
  assert.deepEqual([all.ids.length, all.perPage, all.hasMore], [131, false, false]);
  assert.deepEqual((await list({ filter: { metadata: { a: 1 } } })).ids, ['tagged']);
  const [start, end] = [messages[5]?.createdAt, messages[7]?.createdAt];
  const dateRange = { ...(start ? { start } : {}), ...(end ? { end } : {}), startExclusive: true };
  assert.deepEqual((await list({ filter: { dateRange } })).ids, ['m6', 'm7']);
  const include = [{ id: 'm9', withPreviousMessages: 1, withNextMessages: 1 }];
  assert.deepEqual((await list({ perPage: 0, include })).ids, ['m8', 'm9', 'm10']);
  assert.deepEqual((await store.listMessagesByResourceId({ resourceId: 'Ana', perPage: 2 })).total, 131);
  assert.deepEqual((await store.listMessagesByResourceId({ resourceId: 'Bo' })).messages, []);
});

test('threads are listed, changed and deleted with their messages', async () => {
  const { client, store } = await newStore();
  const at = (day: number) => new Date(Date.UTC(2026, 4, day));
  const thread = (id: string, day: number) => ({
    ...{ id, resourceId: 'Ana', title: id, createdAt: at(day), updatedAt: at(day) },
    metadata: { topic: day > 1 ? 'travel' : 'work', deep: { a: [1] } },
  });
  for (const day of [1, 2, 3]) await store.saveThread({ thread: thread(`t${day}`, day) });
  assert.deepEqual(await store.getThreadById({ threadId: 't2' }), thread('t2', 2));
  assert.equal(await store.getThreadById({ threadId: 't2', resourceId: 'Bo' }), null);
  assert.equal(await store.getThreadById({ threadId: 'none' }), null);
  const ids = async (args: Parameters<typeof store.listThreads>[0]) =>
    (await store.listThreads(args)).threads.map(({ id }) => id);
  assert.deepEqual(await ids({ filter: { resourceId: 'Ana', metadata: { topic: 'travel' } } }), ['t3', 't2']);
  assert.deepEqual(await ids({ perPage: 1, page: 1, orderBy: { field: 'createdAt', direction: 'ASC' } }), ['t2']);

  await store.updateThread({ id: 't1', metadata: { topic: 'home' } });
  const changed = await store.getThreadById({ threadId: 't1' });
  assert.deepEqual([changed?.title, changed?.metadata], ['t1', { topic: 'home', deep: { a: [1] } }]);
  assert.deepEqual(await ids({ orderBy: { field: 'updatedAt' } }), ['t1', 't3', 't2']);
  await store.saveMessages({ messages: [{ ...message('m', 'I live in Lisbon.'), threadId: 't2' }] });
  assert.deepEqual(await ids({ orderBy: { field: 'updatedAt' } }), ['t2', 't1', 't3']);
  await assert.rejects(store.updateThread({ id: 'none', title: 'x' }), /none not found/);

  await store.updateThreadResourceId({ threadId: 't2', resourceId: 'Bo' });
  assert.deepEqual((await store.listMessages({ threadId: 't2', resourceId: 'Bo' })).total, 1);
  await store.deleteThread({ threadId: 't2' });
  assert.deepEqual((await store.listMessages({ threadId: 't2' })).messages, []);
  assert.deepEqual(await ids({}), ['t3', 't1']);
  await store.dangerouslyClearAll();
  assert.deepEqual((await client.listMemories({})).items, []);
});

test('messages are updated and deleted', async () => {
  const { client, store } = await newStore();
  await store.saveMessages({ messages: [message('a', 'one'), message('b', 'two', 1)] });
  const [updated] = await store.updateMessages({
    messages: [{ id: 'a', content: { metadata: { seen: true } } as never }],
  });
  assert.deepEqual(updated?.content, { ...message('a', 'one').content, metadata: { seen: true } });
  assert.deepEqual((await store.listMessagesById({ messageIds: ['a'] })).messages, [updated]);
  await store.deleteMessages(['b', 'none']);
  assert.deepEqual(
    (await client.listMemories({})).items.map(({ text }) => text),
    ['one'],
  );
});

test('a message too large for the metadata loses files and long values of tools, never its text', async () => {
  const { store } = await newStore();
  const result = { page: 'x'.repeat(90_000), title: 'Short' };
  const text = 'long '.repeat(40_000);
  const large: MastraDBMessage = {
    ...message('m', text),
    content: {
      format: 2,
      parts: [
        { type: 'text', text },
        { type: 'file', mimeType: 'image/png', data: 'y'.repeat(90_000) },
        {
          type: 'tool-invocation',
          toolInvocation: { state: 'result', toolCallId: '1', toolName: 'get', args: {}, result },
        },
      ],
    },
  };
  await store.saveMessages({ messages: [large] });
  const [found] = (await store.listMessagesById({ messageIds: ['m'] })).messages;
  assert.ok(found);
  assert.deepEqual(
    found.content.parts.map(({ type }) => type),
    ['text', 'tool-invocation'],
  );
  assert.equal(textsOf([found])[0], text);
  assert.match(JSON.stringify(found.content.parts[1]), /"xxx.*… \(88000 characters left out\)","title":"Short"/);
});

test('what the service refuses is told with its reason', async () => {
  const { store } = await newStore();
  await assert.rejects(
    store.saveMessages({ messages: [{ ...message('m', 'x'), threadId: 't'.repeat(300) }] }),
    /refused a message: .*session/,
  );
});
