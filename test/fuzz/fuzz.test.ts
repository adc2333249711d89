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

/** Not listed by any operation, because it is decided before routing. */
const TOO_LONG_A_HEAD = 431;

let engraph: RunningEngraph;
let client: Client;
let reader: Client;
/** Ids of another scope, for destructive operations: the other requests still need theirs. */
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
    const known = await whatIsKnown();
    const moods = (['tame', 'wild'] as const).map((mood) => new SchemaValues(components.schemas, known, mood));
    const keysFor = ({ permission }: Operation): string[] => [
      KEEPING.has(permission) ? client.key : forgetter.key,
      ...[reader.key, 'unknown'],
    ];
    const requests = fc.oneof(
      ...API_OPERATIONS.flatMap((one) => moods.map((values) => requestsOf(one, values, keysFor(one)).map(thatEnds))),
    );
    const statuses = new Map<string, Map<number, number>>();
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const answer = await send(engraph.baseUrl, request);
        const counts = statuses.get(request.operationId) ?? new Map<number, number>();
        statuses.set(request.operationId, counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1));
        judge(request, answer);
      }),
      { numRuns: REQUESTS, ...LIMITS },
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

/** A scope with data to refer to. */
async function whatIsKnown(): Promise<Known> {
  const texts = ['Maria Silva works at Initech Ltd.', 'Initech Ltd is based in Lisbon.', 'I like green tea.'];
  const memoryIds: string[] = [];
  for (const text of texts)
    memoryIds.push(((await forgetter.post('/v1/memories', { text })).body as { memory_id: string }).memory_id);
  for (const text of texts) memoryIds.push(await client.remember(text, { session: 1, speaker: 'Maria Silva' }));
  const { entities } = (await client.get('/v1/entities')).body as { entities: { entity_id: string }[] };
  const { statements } = (await client.get('/v1/statements')).body as { statements: { statement_id: string }[] };
  const of = entities.map(({ entity_id }) => client.get(`/v1/entities/${entity_id}/relations`));
  const relations = (await Promise.all(of)).flatMap(
    ({ body }) => (body as { relations: { relation_id: string }[] }).relations,
  );
  const uuids = [
    ...entities.map(({ entity_id }) => entity_id),
    ...statements.map(({ statement_id }) => statement_id),
    ...relations.map(({ relation_id }) => relation_id),
  ];
  const cursors = [await cursorOf('/v1/memories?limit=1'), await cursorOf('/v1/graph?limit=1')];
  return { memoryIds, uuids, texts: [...texts, ...cursors, 'core:works_at', 'Maria Silva', ...uuids] };
}

async function cursorOf(path: string): Promise<string> {
  return ((await client.get(path)).body as { next_cursor: string }).next_cursor;
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
