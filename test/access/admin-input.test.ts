import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  ABSENT,
  integer,
  list,
  optional,
  required,
  text,
  type Cases,
  type FieldCase,
} from '../http/bad-input-fields.js';
import { InputJudge, judgement, type AskedRequest, type Judged } from '../http/bad-input-judge.js';
import { cursor, pathUuid, queryFlag, queryLimit, queryText, queryUuid } from '../http/bad-input-parameters.js';
import { freePort } from '../harness/free-port.js';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

const TOKEN = randomBytes(24).toString('base64url');
const headers = { authorization: `Bearer ${TOKEN}` };
/** Every operation is audited, including refused ones. */
const UNWATCHED = ['audit_events', 'log_checkpoints', 'log_reader_leases', 'log_epochs'];

let engraph: RunningEngraph;
let judge: InputJudge;

beforeAll(async () => {
  const port = String(await freePort());
  engraph = await runEngraph('log', { EXTRACTION: 'off', ADMIN_TOKEN: TOKEN, ADMIN_PORT: port });
  judge = new InputJudge(`http://127.0.0.1:${port}`, engraph.databaseUrl, UNWATCHED);
  judge.name('key', await newKey());
});
afterAll(async () => {
  await judge.close();
  await engraph.stop();
});

/** Namespace or agent: no control characters, no lone surrogates. */
const scopeName: Cases = [
  ...text(1024, { blank: true }).filter(({ status }) => status === 400),
  { what: 'empty', value: '', status: 400 },
  { what: 'a line break', value: 'a\nb', status: 400 },
  { what: '256 characters', value: 'a'.repeat(256), status: 400 },
];

const permissions = required(
  list({ empty: [], unknown: ['root'], repeated: ['recall', 'recall'], 'a number in it': [1] }),
);

const expiry: Cases = [
  { what: 'a number', value: 4_102_444_800, status: 400 },
  { what: 'a list', value: ['2999-01-01T00:00:00Z'], status: 400 },
  { what: 'an object', value: {}, status: 400 },
  { what: 'empty', value: '', status: 400 },
  { what: 'past', value: '2020-01-01T00:00:00Z', status: 400 },
  { what: 'no zone', value: '2999-01-01T00:00:00', status: 400 },
  { what: 'no such day', value: '2999-13-41T00:00:00Z', status: 400 },
  { what: 'a date', value: '2999-01-01', status: 400 },
];

const key = { namespace: 'admin', agent: 'input', permissions: ['recall'] };
const post = (body: object): AskedRequest => ({ route: 'POST /admin/keys', body, headers });
const get = (path: string, query: Record<string, string>): AskedRequest => ({ route: `GET ${path}`, query, headers });

const tables: [route: string, field: string, cases: Cases, request: (value: unknown) => AskedRequest][] = [
  ['POST /admin/keys', 'namespace', required(scopeName), (namespace) => post({ ...key, namespace })],
  ['POST /admin/keys', 'agent', required(scopeName), (agent) => post({ ...key, agent })],
  ['POST /admin/keys', 'permissions', permissions, (value) => post({ ...key, permissions: value })],
  ['POST /admin/keys', 'name', optional(text(1024, { blank: true })), (name) => post({ ...key, name })],
  ['POST /admin/keys', 'expires_at', optional(expiry), (expires_at) => post({ ...key, expires_at })],
  ...['limit', 'cursor', 'namespace', 'agent', 'include_revoked'].map((name): (typeof tables)[number] => [
    'GET /admin/keys',
    name,
    { limit: queryLimit, cursor: cursor('00'), include_revoked: queryFlag }[name] ?? queryText,
    (value) => get('/admin/keys', { [name]: value as string }),
  ]),
  ['GET /admin/audit', 'limit', queryLimit, (limit) => get('/admin/audit', { limit: limit as string })],
  ['GET /admin/audit', 'cursor', cursor('00'), (value) => get('/admin/audit', { cursor: value as string })],
  ['GET /admin/audit', 'key_id', malformed(queryUuid('')), (id) => get('/admin/audit', { key_id: id as string })],
  [
    'POST /admin/keys/{id}/rotate',
    'grace_seconds',
    integer(0n, 2_592_000n).filter(({ status }) => status === 400),
    (grace_seconds) => ({ route: 'POST /admin/keys/{id}/rotate', id: '{key}', body: { grace_seconds }, headers }),
  ],
  ...['POST /admin/keys/{id}/rotate', 'DELETE /admin/keys/{id}'].map((route): (typeof tables)[number] => [
    route,
    'id',
    pathUuid(randomUUID()),
    (id) => ({ route, id: id as string, headers }),
  ]),
];

/** For an id that only filters: an unknown id gives an empty result. */
function malformed(cases: readonly FieldCase[]): Cases {
  return cases.filter(({ status }) => status === 400);
}

describe('the admin listener', () => {
  test.each(tables)('%s judges %s', async (route, _, cases, requestOf) => {
    const answers: Judged[] = [];
    for (const { what, value } of cases)
      answers.push(await judge.judge(what, requestOf(value === ABSENT ? undefined : value)));
    const taken = route === 'POST /admin/keys' ? 201 : 200;
    expect(answers).toEqual(cases.map(({ what, status }) => judgement(what, status === 200 ? taken : status)));
  });

  test.each(['POST /admin/keys', 'POST /admin/keys/{id}/rotate'])('%s judges its body as a whole', async (route) => {
    for (const body of ['{"a":', '[]', '"a"', '1', 'null', Buffer.from('{"a": "\u00ff"}', 'latin1')])
      expect(await judge.judge(String(body), { route, id: '{key}', body, headers })).toEqual(
        judgement(String(body), 400),
      );
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    expect(await judge.judge('form', { route, id: '{key}', body: 'a=b', headers: form })).toEqual(
      judgement('form', 415),
    );
  });
});

async function newKey(): Promise<string> {
  const { key_id } = (await (
    await fetch(`${judge.baseUrl}/admin/keys`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(key),
    })
  ).json()) as { key_id: string };
  return key_id;
}
