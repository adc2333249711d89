import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { API_OPERATIONS, openApiDocument } from '#apps/api/src/openapi/document.js';
import type { Operation } from '#apps/api/src/openapi/operations/operation.js';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import { checkDocumented } from '../openapi/documented-answers.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { requestsOf } from './request-values.js';
import { SchemaValues, type Known } from './schema-values.js';
import { send, type WireAnswer, type WireRequest } from './wire-request.js';

/** `npm run fuzz` sends more requests. */
const REQUESTS = Number(process.env['ENGRAPH_FUZZ_REQUESTS'] ?? 600);
const IN_FULL = process.env['ENGRAPH_FUZZ_REQUESTS'] !== undefined;
const LIMITS = IN_FULL ? {} : { interruptAfterTimeLimit: 15_000 };
const SEED = process.env['ENGRAPH_FUZZ_SEED'];

/** Not listed by any operation, because it is decided before routing. */
const TOO_LONG_A_HEAD = 431;

let engraph: RunningEngraph;
let client: Client;
let reader: Client;
/** A scope of its own, for destructive operations: the other requests still need their memories. */
let forgetter: Client;
const KEEPING = new Set<Operation['permission']>(['encode', 'recall', 'plan', 'reason', 'any', null]);

beforeAll(async () => {
  engraph = await runEngraph('log');
  client = await engraph.client('fuzz', 'all');
  reader = await engraph.client('fuzz', 'all', ['recall']);
  forgetter = await engraph.client('fuzz', 'forgets');
});
afterAll(async () => {
  await engraph.stop();
});

test(
  'no request of any operation is answered but as the document says, and none with 500',
  async () => {
    const { components } = openApiDocument() as { components: { schemas: Record<string, JsonSchema> } };
    const [kept, forgotten] = [await scopeOf(client), await scopeOf(forgetter)];
    const moodsOf = (known: Known) =>
      (['tame', 'wild'] as const).map((mood) => new SchemaValues(components.schemas, known, mood));
    const keeping = moodsOf({ ...kept, foreignIds: forgotten.memoryIds });
    const forgetting = moodsOf({ ...forgotten, foreignIds: kept.memoryIds });
    const requests = fc.oneof(
      ...API_OPERATIONS.flatMap((one) => {
        const keeps = KEEPING.has(one.permission);
        const keys = [(keeps ? client : forgetter).key, reader.key, 'unknown'];
        return (keeps ? keeping : forgetting).map((values) => requestsOf(one, values, keys).map(thatEnds));
      }),
    );
    const statuses = new Map<string, Map<number, number>>();
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const answer = await send(engraph.baseUrl, request);
        const counts = statuses.get(request.operationId) ?? new Map<number, number>();
        statuses.set(request.operationId, counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1));
        judge(request, answer);
      }),
      { numRuns: REQUESTS, ...LIMITS, ...(SEED !== undefined && { seed: Number(SEED) }) },
    );
    if (!IN_FULL) return;
    console.info([...statuses].map(([id, counts]) => `${id} ${JSON.stringify(Object.fromEntries(counts))}`).join('\n'));
    const neverAnswered = API_OPERATIONS.filter(({ operationId }) => !statuses.get(operationId)?.has(200));
    expect(neverAnswered.map(({ operationId }) => operationId)).toEqual([]);
  },
  IN_FULL ? 3_600_000 : 90_000,
);

/** A stream of events that follows does not end. */
function thatEnds(request: WireRequest): WireRequest {
  if (request.operationId !== 'events') return request;
  const target = request.target.replaceAll('follow=true', 'follow=false');
  if (target.includes('follow=')) return { ...request, target };
  return { ...request, target: `${target}${target.includes('?') ? '&' : '?'}follow=false` };
}

const TEXTS = [
  ...['Maria Silva works at Initech Ltd.', 'Initech Ltd is based in Lisbon.', 'I like green tea.'],
  ...['Maria Silva knows Omar Haddad.', 'Omar Haddad lives in Oslo.', 'Maria Silva was born in 1990.'],
];

/** A scope with data to refer to. */
async function scopeOf(one: Client): Promise<Omit<Known, 'foreignIds'>> {
  const memoryIds: string[] = [];
  for (const text of TEXTS) memoryIds.push(await one.remember(text, { session: 1, speaker: 'Maria Silva' }));
  const { entities } = (await one.get('/v1/entities')).body as { entities: { entity_id: string }[] };
  const { statements } = (await one.get('/v1/statements')).body as { statements: { statement_id: string }[] };
  const of = entities.map(({ entity_id }) => one.get(`/v1/entities/${entity_id}/relations`));
  const relations = (await Promise.all(of)).flatMap(
    ({ body }) => (body as { relations: { relation_id: string }[] }).relations,
  );
  const ids = {
    entities: entities.map(({ entity_id }) => entity_id),
    statements: statements.map(({ statement_id }) => statement_id),
    relations: relations.map(({ relation_id }) => relation_id),
    webhooks: [await webhookOf(one), await webhookOf(one)],
  };
  const calls = await callsOf(one);
  const uuids = Object.values(ids).flat();
  const cursors = [await cursorOf(one, '/v1/memories?limit=1'), await cursorOf(one, '/v1/graph?limit=1')];
  const texts = [...TEXTS, ...cursors, 'core:works_at', 'Maria Silva', ...uuids];
  return { memoryIds, uuids, ids, calls, texts, urls: [URL_OF_NOBODY], lines: await linesOf(one) };
}

/** Calls about entities that no other call knows, and so changes. */
async function callsOf(one: Client): Promise<Known['calls']> {
  const made = async (entity_type_id: number, canonical_name: string): Promise<string> =>
    ((await one.post('/v1/entities', { entity_type_id, canonical_name })).body as { entity_id: string }).entity_id;
  const [person, id, other] = [
    await made(1, 'Lena Fischer'),
    await made(2, 'Umbrella Ltd'),
    await made(2, 'Hooli Ltd'),
  ];
  expect((await one.post(`/v1/entities/${await made(2, 'Hooli Corp')}/merge`, { into: id })).status).toBe(200);
  const relation = { relation_type: 'core:works_at', from_entity: person, to_entity: id };
  const statement = { subject: person, predicate: 'core:occupation', object: 'architect' };
  const related = async (to_entity: string): Promise<string> =>
    ((await one.post('/v1/relations', { ...relation, to_entity })).body as { relation_id: string }).relation_id;
  const stated = async (object: string): Promise<string> =>
    ((await one.post('/v1/statements', { ...statement, object })).body as { statement_id: string }).statement_id;
  const [firm, company] = [await made(2, 'Acme Ltd'), await made(2, 'Globex Ltd')];
  return {
    recall: { body: { query: 'Where does Maria Silva work?' } },
    encodeMemory: { body: { text: 'Maria Silva likes chess.' } },
    createWebhook: { body: { url: URL_OF_NOBODY } },
    assertRelation: { body: relation },
    assertStatement: { body: statement },
    confirmRelation: { id: await related(firm), body: {} },
    retractRelation: { id: await related(company), body: {} },
    confirmStatement: { id: await stated('painter'), body: {} },
    retractStatement: { id: await stated('writer'), body: {} },
    splitEntity: { id, body: { name: 'Hooli Corp' } },
    mergeEntity: { id: other, body: { into: id } },
  };
}

/** A name that no resolver knows: nothing is sent there. */
const URL_OF_NOBODY = 'https://engraph.invalid/events';

async function webhookOf(one: Client): Promise<string> {
  const { body } = await one.post('/v1/webhooks', { url: URL_OF_NOBODY });
  return (body as { webhook_id: string }).webhook_id;
}

async function cursorOf(one: Client, path: string): Promise<string> {
  return ((await one.get(path)).body as { next_cursor: string }).next_cursor;
}

async function linesOf({ key }: Client): Promise<string> {
  return (await fetch(`${engraph.baseUrl}/v1/export`, { headers: { 'x-api-key': key } })).text();
}

/** @throws unless the document allows the response; errors must have the envelope */
function judge({ method, target, body: sent }: WireRequest, { status, headers, body }: WireAnswer): void {
  if (status >= 500) throw new Error(`${String(status)} to ${method} ${target} ${String(sent).slice(0, 500)}`);
  const fields = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  if (!/^[0-9a-f-]{36}$/.test(fields.get('x-request-id') ?? ''))
    throw new Error(`${String(status)} without x-request-id`);
  if (method === 'HEAD') return;
  if (status >= 400) {
    const { error } = JSON.parse(body) as { error?: { code?: unknown; message?: unknown } };
    if (typeof error?.code !== 'string' || typeof error.message !== 'string') throw new Error(`no envelope: ${body}`);
  }
  if (status !== TOO_LONG_A_HEAD) checkDocumented(method, target, status, fields, body);
}
