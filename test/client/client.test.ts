import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  ConflictError,
  EngraphClient,
  NotFoundError,
  type AnswerFacts,
  type ScopeEvent,
} from '../../clients/typescript/src/index.js';
import { OPERATIONS } from '../../clients/typescript/src/generated/operations.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

let engraph: RunningEngraph;
let client: EngraphClient;

beforeAll(async () => {
  engraph = await runEngraph('log');
  client = await clientOf('client', 'ana');
});
afterAll(async () => {
  await engraph.stop();
});

async function clientOf(namespace: string, agent: string): Promise<EngraphClient> {
  const { key } = await engraph.client(namespace, agent);
  return new EngraphClient({ baseUrl: engraph.baseUrl, apiKey: key });
}

const SESSION = 18446744073709551615n;

describe('the client of a running service', () => {
  let memoryId: string;
  let otherId: string;

  beforeAll(async () => {
    const about = { session: SESSION, occurred_at_unix_nanos: 1700000000000000001n };
    memoryId = (
      await client.encodeMemory(
        { text: 'Maria Silva lives in Lisbon. Maria Silva works at Acme.', ...about },
        { waitSeconds: 20, idempotencyKey: 'first' },
      )
    ).memory_id;
    otherId = (
      await client.encodeMemory({ text: 'Maria Silva is allergic to peanuts.', ...about }, { waitSeconds: 20 })
    ).memory_id;
  });

  test('a replayed write says so, and its fields are those of the first', async () => {
    let facts: AnswerFacts | undefined;
    const text = 'Maria Silva lives in Lisbon. Maria Silva works at Acme.';
    const again = await client.encodeMemory(
      { text, session: SESSION, occurred_at_unix_nanos: 1700000000000000001n },
      { idempotencyKey: 'first', onAnswer: (answer) => (facts = answer) },
    );
    expect(again).toMatchObject({ memory_id: memoryId, was_deduplicated: true });
    expect(facts).toMatchObject({ replayed: true, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    await expect(client.encodeMemory({ text: 'other' }, { idempotencyKey: 'first' })).rejects.toMatchObject({
      name: 'ConflictError',
      status: 409,
    });
  });

  test('memories come page by page, with exact integers', async () => {
    const items = [];
    for await (const item of client.memories({ limit: 1, dir: 'asc' })) items.push(item);
    expect(items.map((item) => item.memory_id)).toEqual([memoryId, otherId]);
    expect(items[0]).toMatchObject({ session: SESSION, occurred_at_unix_nanos: 1700000000000000001n });
    expect(items[0]?.last_accessed_at_unix_nanos).toBe(0n);
    expect((await client.inspectMemory(memoryId)).artifact.extraction.state).toBe('done');
  });

  test('the graph of many pages is the graph of one', async () => {
    const query = { include_statements: true, include_memories: true, include_memory_edges: true };
    const whole = await client.graphFetch(query);
    const parts = await client.graphFetch({ ...query, limit: 1 });
    const sorted = (list: object[]) => list.map((one) => JSON.stringify(one)).sort();
    expect(whole.nodes.length).toBeGreaterThanOrEqual(5);
    expect(sorted(parts.nodes)).toEqual(sorted(whole.nodes));
    expect(sorted(parts.edges)).toEqual(sorted(whole.edges));
  });

  test('entities, relations, statements and paths lead into each other', async () => {
    const { entities } = await client.listEntities({ prefix: 'maria' });
    const maria = entities[0]?.entity_id ?? '';
    expect(await client.getEntity(maria)).toMatchObject({ canonical_name: 'Maria Silva', entity_type: 'core:person' });
    const { relations } = await client.listEntityRelations(maria);
    expect(relations.map((relation) => relation.relation_type).sort()).toEqual(['core:lives_in', 'core:works_at']);
    expect(await client.getRelation(relations[0]?.relation_id ?? '')).toEqual(relations[0]);
    const { paths } = await client.traverseRelations(maria, { direction: 'both', max_depth: 1 });
    expect(paths).toHaveLength(2);
    const { statements } = await client.listStatements({ subject: maria });
    expect(await client.getStatement(statements[0]?.statement_id ?? '')).toEqual(statements[0]);
  });

  test('a question is answered', async () => {
    const { memories } = await client.recall({ query: 'Where does Maria live?', session: SESSION });
    expect(memories[0]).toMatchObject({ memory_id: memoryId, session: SESSION });
  });

  test('an entity is made, and a path of memories leads from one to the other', async () => {
    const entity = { entity_type_id: 2, canonical_name: 'Umbrella Works' };
    const made = await client.createEntity(entity, { idempotencyKey: 'umbrella' });
    expect(await client.createEntity(entity, { idempotencyKey: 'umbrella' })).toEqual(made);
    expect(await client.getEntity(made.entity_id)).toEqual(made);
    const { entity_id } = await client.resolveEntity({ candidate_name: 'Umbrela Works', type_hint: 2 });
    expect(entity_id).toBe(made.entity_id);
    const { steps } = await client.plan({ start: { memory_id: memoryId }, goal: { memory_id: otherId } });
    expect(steps.map((step) => step.memory_id)).toEqual([memoryId, otherId]);
  });

  test('facts are put right', async () => {
    const { entities } = await client.listEntities({ prefix: 'maria' });
    const maria = entities[0]?.entity_id ?? '';
    const job = { subject: maria, predicate: 'core:occupation', object: 'baker' } as const;
    const made = await client.assertStatement(job, { idempotencyKey: 'baker' });
    expect(made).toMatchObject({ source: 'asserted', confidence: 1, memory_ids: [] });
    expect(await client.assertStatement(job, { idempotencyKey: 'baker' })).toEqual(made);
    expect(await client.confirmStatement(made.statement_id)).toMatchObject({ source: 'asserted' });
    expect(await client.retractStatement(made.statement_id, { reason: 'a mistake' })).toEqual({
      retracted: true,
      statement_id: made.statement_id,
    });
    const friend = await client.createEntity({ entity_type_id: 1, canonical_name: 'Omar Haddad' });
    const ends = { relation_type: 'core:friend_of', from_entity: maria, to_entity: friend.entity_id } as const;
    const relation = await client.assertRelation(ends);
    expect(await client.getRelation(relation.relation_id)).toEqual(relation);
    expect(await client.confirmRelation(relation.relation_id)).toMatchObject({ source: 'asserted' });
    expect(await client.retractRelation(relation.relation_id)).toMatchObject({ retracted: true });
    const { facts, text } = await client.entityProfile(maria, { format: 'text' });
    expect(facts.length).toBeGreaterThan(0);
    expect(text).toMatch(/^Maria Silva \(person\)/);
    const other = await client.createEntity({ entity_type_id: 1, canonical_name: 'O. H. Haddad-Berg' });
    const merged = await client.mergeEntity(friend.entity_id, { into: other.entity_id });
    expect((await client.getEntity(friend.entity_id)).entity_id).toBe(merged.entity_id);
    const heard: { etag?: string | null } = {};
    const onAnswer = ({ headers }: { headers: Headers }): void => void (heard.etag = headers.get('etag'));
    const robert = await client.createEntity({ entity_type_id: 1, canonical_name: 'Robert Berg' });
    await client.getEntity(robert.entity_id, { onAnswer });
    const seen = { ifMatch: heard.etag ?? '' };
    const corrected = await client.correctEntity(robert.entity_id, { canonical_name: 'Rupert Berg' }, seen);
    expect(corrected).toMatchObject({ canonical_name: 'Rupert Berg', aliases: ['Robert Berg'] });
    const late = client.correctEntity(robert.entity_id, { canonical_name: 'Rupprecht Berg' }, seen);
    await expect(late).rejects.toBeInstanceOf(ConflictError);
    const name = merged.canonical_name === 'Omar Haddad' ? 'O. H. Haddad-Berg' : 'Omar Haddad';
    expect((await client.splitEntity(merged.entity_id, { name })).canonical_name).toBe(name);
  });

  test('links are made and removed', async () => {
    const link = { source: memoryId, target: otherId, kind: 'supports' } as const;
    expect(await client.linkMemories({ ...link, weight: 0.5 })).toMatchObject({ weight: 0.5, already_existed: false });
    expect(await client.unlinkMemories(link)).toMatchObject({ removed: true });
  });

  test('events continue where they were left, and come as they happen', async () => {
    let position: string | undefined;
    const now = client.events({ follow: false, onPosition: (at) => (position = at) });
    expect(await now.next()).toEqual({ done: true, value: undefined });
    const link = { source: memoryId, target: otherId, kind: 'caused' } as const;
    await client.linkMemories(link);
    const ended = new AbortController();
    const seen: ScopeEvent[] = [];
    const types = ['MemoriesLinked', 'MemoriesUnlinked'];
    const followed = client.events({ types, signal: ended.signal, ...(position && { after: position }) });
    for await (const event of followed) {
      seen.push(event);
      if (seen.length === 1) await client.unlinkMemories(link);
      else break;
    }
    expect(seen.map(({ type }) => type)).toEqual(types);
    expect(seen[0]?.data).toMatchObject({ ...link, created_at_unix_nanos: expect.any(BigInt) });
  });

  test('an export is imported into another scope, where it gives the same memories', async () => {
    const lines: string[] = [];
    for await (const line of client.exportScope()) lines.push(line);
    const other = await clientOf('client', 'copied');
    const report = await other.importScope(lines);
    expect(report).toMatchObject({ lines: lines.length, memories: 2, known: 0, skipped: 0, complete: true });
    expect(await other.importScope(lines)).toMatchObject({ imported: 0, memories: 0, known: report.imported });
    const { items } = await other.listMemories();
    expect(items.map((item) => item.text)).toEqual((await client.listMemories()).items.map((item) => item.text));
  });

  test('an export with a filter has the memories that pass alone', async () => {
    const kept = await client.encodeMemory({ text: 'A note to move.', tags: ['move'] }, { waitSeconds: 20 });
    const lines: string[] = [];
    for await (const line of client.exportScope({ filter: '{"tags":{"any":["move"]}}' })) lines.push(line);
    const encoded = lines.filter((line) => line.includes('"type":"MemoryEncoded"'));
    expect(encoded).toEqual([expect.stringContaining(kept.memory_id)]);
    await client.forgetMemory({ memory_id: kept.memory_id, hard: true });
  });

  test('identity, abilities and health are told', async () => {
    expect(await client.whoami()).toMatchObject({ namespace: 'client', agent: 'ana' });
    expect((await client.capabilities()).limits['memories']).toBe(100);
    expect((await client.operationFigures({ storage: true })).storage).toMatchObject({ memories: 2 });
    expect(await client.redriveExtractions()).toEqual({ redriven: 0 });
    expect(await client.live()).toEqual({ status: 'live' });
    expect(await client.ready()).toMatchObject({ status: 'ready', postgres: 'ok' });
  });

  test('a forgotten memory is gone', async () => {
    expect(await client.reviseMemory(otherId, { tags: ['seen'] }, { ifVersion: 1 })).toMatchObject({ version: 2 });
    expect((await client.getMemory(otherId, { versions: true })).versions).toHaveLength(2);
    expect(await client.forgetMemory({ memory_id: otherId, hard: true })).toMatchObject({ memory_id: otherId });
    await expect(client.inspectMemory(otherId)).rejects.toBeInstanceOf(NotFoundError);
  });
});

test('every operation of the document but the document itself is a method', () => {
  const missing = Object.keys(OPERATIONS).filter((name) => !['openapi', 'docs'].includes(name) && !(name in client));
  expect(missing).toEqual([]);
});
