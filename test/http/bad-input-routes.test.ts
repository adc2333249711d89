import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openApiDocument, API_OPERATIONS } from '#apps/api/src/openapi/document.js';
import { PERMISSIONS } from '#access/permissions.js';
import type { Client } from '../path/client.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';
import { ABSENT } from './bad-input-fields.js';
import { InputJudge, judgement, type AskedRequest, type Judged } from './bad-input-judge.js';
import { INPUT_TABLES } from './bad-input-routes.js';
import type { InputTable } from './input-table.js';

/** Api and extractor on real Postgres, and two scopes with equal data. */
let engraph: RunningEngraph;
let client: Client;
let judge: InputJudge;

beforeAll(async () => {
  // What is found by meaning is another matter.
  engraph = await runEngraph('log', { EMBEDDING_MODEL: 'static' });
  judge = new InputJudge(engraph.baseUrl, engraph.databaseUrl);
  client = await engraph.client('bad', 'ours');
  await seed(client, '');
  await seed(await engraph.client('bad', 'theirs'), 'their ');
});
afterAll(async () => {
  await judge.close();
  await engraph.stop();
});

async function seed(as: Client, whose: string): Promise<void> {
  judge.name(`${whose}memory`, await as.remember('Lena Fischer works at Initech. She is allergic to peanuts.'));
  judge.name(`${whose}other memory`, await as.remember('The kettle is descaled every month.'));
  judge.name(`${whose}third memory`, await as.remember('The gutters are cleared in spring.'));
  const forgotten = await as.remember('A turn that is not to be kept.');
  await as.delete('/v1/memories', { memory_id: forgotten });
  judge.name(`${whose}forgotten`, forgotten);
  const lena = (await as.get('/v1/entities?prefix=lena')).body.entities[0].entity_id as string;
  judge.name(`${whose}entity`, lena);
  const [relation] = (await as.get(`/v1/entities/${lena}/relations`)).body.relations;
  judge.name(`${whose}relation`, relation.relation_id);
  judge.name(
    `${whose}other entity`,
    (await as.post('/v1/entities', { entity_type_id: 1, canonical_name: 'Omar' })).body.entity_id,
  );
  const zoe = { entity_type_id: 1, canonical_name: 'Zoe Petrov', aliases: ['Zed'] };
  judge.name(`${whose}aliased`, (await as.post('/v1/entities', zoe)).body.entity_id);
  const yara = { entity_type_id: 1, canonical_name: 'Yara Novak' };
  judge.name(`${whose}corrected`, (await as.post('/v1/entities', yara)).body.entity_id);
  judge.name(`${whose}statement`, (await as.get('/v1/statements')).body.statements[0].statement_id);
  judge.name(`${whose}memory cursor`, (await as.get('/v1/memories?limit=1')).body.next_cursor);
  for (const name of ['webhook', 'old webhook']) {
    const { body } = await as.post('/v1/webhooks', { url: 'https://hooks.example.invalid/' });
    judge.name(`${whose}${name}`, body.webhook_id);
  }
  judge.name(`${whose}graph cursor`, (await as.get('/v1/graph?limit=1')).body.next_cursor);
}

test('the tables have every route that takes input, with every field that the document has', () => {
  const documented = new Map(API_OPERATIONS.map((operation) => [routeOf(operation), new Set(fieldsOf(operation))]));
  const tabled = new Map<string, Set<string>>();
  for (const { route, inBody = {}, inQuery = {}, inPath } of INPUT_TABLES) {
    const fields = [...Object.keys(inBody), ...Object.keys(inQuery), ...(inPath ? ['id'] : [])];
    tabled.set(route, new Set([...(tabled.get(route) ?? []), ...fields]));
  }
  const linesOf = (fields: Map<string, Set<string>>): string[] =>
    [...fields].filter(([, of]) => of.size > 0).map(([route, of]) => `${route}: ${[...of].sort().join(' ')}`);
  expect(linesOf(tabled).sort()).toEqual(linesOf(documented).sort());
});

type DocumentedOperation = (typeof API_OPERATIONS)[number];

function routeOf({ method, path }: DocumentedOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Fields of body, query and path. Of the headers, Prefer accepts anything; the request id is tested below. */
function fieldsOf({ body, parameters = [] }: DocumentedOperation): string[] {
  const { components } = openApiDocument() as { components: { schemas: Record<string, { properties: object }> } };
  const reference = body?.schema['$ref'];
  const schema = typeof reference === 'string' ? (reference.split('/').at(-1) ?? '') : '';
  const inBody = Object.keys(components.schemas[schema]?.properties ?? {});
  return [...inBody, ...parameters.filter((p) => p.in !== 'header').map((p) => p.name)];
}

const rows = INPUT_TABLES.map((table) => [titleOf(table), table] as const);

function titleOf({ route, body, query }: InputTable): string {
  return `${route}${body === null && query ? ` by ${Object.keys(query).join(', ')}` : ''}`;
}

describe.each(rows)('%s', (_, table) => {
  const { permission = null, writes } = API_OPERATIONS.find((operation) => routeOf(operation) === table.route) ?? {};

  test('takes the request that the table begins with, and unknown names only where they are to be ignored', async () => {
    expect(await judge.judge('bare', asked(table))).toEqual(judgement('bare', 200));
    const query = { query: { ...table.query, unheard_of: 'x' } };
    const body = table.body ? { body: { ...table.body, unheard_of: [1] } } : {};
    expect(await judge.judge('parameter', asked(table, query))).toEqual(judgement('parameter', 400));
    if (table.body) expect(await judge.judge('field', asked(table, body))).toEqual(judgement('field', 400));
    const headers = { prefer: 'wait=20, handling=lenient' };
    expect(await judge.judge('both', asked(table, { ...query, ...body, headers }))).toEqual(judgement('both', 200));
  });

  const fields = [
    ...Object.entries(table.inBody ?? {}).map(([name, cases]) => ['body', name, cases] as const),
    ...Object.entries(table.inQuery ?? {}).map(([name, cases]) => ['query', name, cases] as const),
    ...(table.inPath ? [['path', 'id', table.inPath] as const] : []),
  ];
  test.each(fields)('judges %s %s', async (place, name, cases) => {
    const answers: Judged[] = [];
    for (const { what, value } of cases) answers.push(await judge.judge(what, withField(table, place, name, value)));
    expect(answers).toEqual(cases.map(({ what, status }) => judgement(what, status)));
    // Unknown ids and ids of another scope get equal responses.
    const words = answers.filter(({ status }) => status === 404).map(({ message }) => message);
    expect(new Set(words).size).toBeLessThan(2);
  });

  const bodies: [what: string, status: number, body: string | Buffer | undefined][] = [
    ['no JSON', 400, '{"a":'],
    ['a list', 400, '[]'],
    ['a text', 400, '"a"'],
    ['a number', 400, '1'],
    ['null', 400, 'null'],
    ['nothing but brackets', 400, '['.repeat(50_000)],
    ['no UTF-8', 400, Buffer.from('{"a": "\u00ff"}', 'latin1')],
    ['more than 8 MiB', 413, `{"a": "${'x'.repeat(8 * 1024 * 1024)}"}`],
    ['nothing', Object.keys(table.body ?? {}).length > 0 ? 400 : 200, undefined],
  ];
  if (table.body !== null) {
    test.each(bodies)('judges a body that is %s', async (what, status, body) => {
      expect(await judge.judge(what, asked(table, { body }))).toEqual(judgement(what, status));
    });

    test('judges a body of another media type', async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect(await judge.judge('form', asked(table, { body: 'a=b', headers }))).toEqual(judgement('form', 415));
    });
  }

  const ids = [
    ['empty', ''],
    ['with a blank', 'a b'],
    ['of 256 characters', 'x'.repeat(256)],
    ['beyond ASCII', 'caf\u00e9'],
  ] as const;
  if (writes)
    test.each(ids)('judges a request id that is %s', async (what, id) => {
      // A resolution without `allow_create` is a read, and reads have no request id from the client.
      const create = table.route.endsWith('/resolve') ? { body: { ...table.body, allow_create: true } } : {};
      const request = asked(table, { ...create, headers: { 'idempotency-key': id } });
      expect(await judge.judge(what, request)).toEqual(judgement(what, 400));
    });

  test('judges the credential before all else', async () => {
    const others =
      permission === null ? [] : permission.split(' ').map((one) => PERMISSIONS.filter((name) => name !== one));
    const weak = await Promise.all(others.map((permissions) => engraph.client('bad', 'ours', permissions)));
    for (const request of [asked(table), asked(table, { id: 'x', query: { limit: 'x' } })]) {
      for (const headers of [{}, { 'x-api-key': ' ' }, { 'x-api-key': 'nobody' }, { authorization: 'Basic abc' }])
        expect(await judge.judge('none', { ...request, headers })).toEqual(judgement('none', 401));
      for (const { key } of weak)
        expect(await judge.judge('weak', { ...request, headers: { 'x-api-key': key } })).toEqual(
          judgement('weak', 403),
        );
    }
  });
});

test.each(['GET /v1/whoami', 'GET /v1/capabilities'])('%s needs a credential, and any will do', async (route) => {
  for (const headers of [{}, { 'x-api-key': ' ' }, { 'x-api-key': 'nobody' }, { authorization: 'Basic abc' }])
    expect(await judge.judge('none', { route, headers })).toEqual(judgement('none', 401));
  const { key } = await engraph.client('bad', 'ours', ['plan']);
  expect(await judge.judge('any', { route, headers: { 'x-api-key': key } })).toEqual(judgement('any', 200));
});

/** The base request of a table, with the key of its scope and with changes. */
function asked(table: InputTable, changes: Omit<AskedRequest, 'route'> = {}): AskedRequest {
  const { route, id, query, body } = table;
  const headers = { 'x-api-key': client.key, ...table.headers, ...changes.headers };
  return { route, id, query, body: body ?? undefined, ...changes, headers };
}

function withField(table: InputTable, place: 'body' | 'query' | 'path', name: string, value: unknown): AskedRequest {
  // Without a request id that the table gives: another path is another request.
  if (place === 'path') return asked({ ...table, headers: {} }, { id: String(value) });
  const parts: Record<string, unknown> = { ...(place === 'body' ? table.body : table.query) };
  if (value === ABSENT) Reflect.deleteProperty(parts, name);
  else parts[name] = value;
  return asked(table, place === 'body' ? { body: parts } : { query: parts as Record<string, string> });
}
