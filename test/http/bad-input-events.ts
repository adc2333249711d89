import { list, memoryId, optional, refused, required, text } from './bad-input-fields.js';
import { cursor, pathUuid, queryChoice, queryFlag } from './bad-input-parameters.js';
import type { InputTable } from './input-table.js';

/** Streams of events, webhooks, and operation. */
export const EVENT_TABLES: readonly InputTable[] = [
  // A stream that follows does not end, so these do not.
  {
    route: 'GET /v1/events',
    body: null,
    query: { follow: 'false' },
    inQuery: {
      types: queryChoice('MemoryEncoded', 'GraphUpdated'),
      after: cursor('{their graph cursor}'),
      follow: queryFlag,
    },
  },
  {
    route: 'POST /v1/webhooks',
    body: { url: 'https://hooks.example.invalid/' },
    inBody: {
      url: required([
        ...text(2048, { blank: false }),
        ...refused({
          'no URL': 'hooks.example.com',
          'another protocol': 'ftp://hooks.example.com/',
          'plain HTTP': 'http://hooks.example.com/',
          'a password': 'https://ana:secret@hooks.example.com/',
          'this machine': 'https://localhost/',
          loopback: 'https://127.0.0.1/',
          'loopback in another notation': 'https://0x7f000001/',
          'a private address': 'https://10.1.2.3/',
          'a link-local address': 'https://169.254.169.254/latest/meta-data/',
          'loopback of IPv6': 'https://[::1]/',
          'IPv4 within IPv6': 'https://[::ffff:10.0.0.1]/',
        }),
      ]),
      types: optional(
        list({ empty: [], unknown: ['Memories'], 'a number in it': [1], 'too many': Array(99).fill('MemoryEncoded') }),
      ),
      secret: optional(
        refused({
          ...{ 'a number': 5, empty: '', 'no prefix': 'A'.repeat(44) },
          short: 'whsec_YQ==',
          'no base64': 'whsec_*',
        }),
      ),
    },
  },
  {
    route: 'POST /v1/webhooks/{id}/resume',
    body: null,
    id: '{webhook}',
    inPath: pathUuid('{their webhook}'),
  },
  // What is removed cannot be removed again, unless by a repetition.
  {
    route: 'DELETE /v1/webhooks/{id}',
    body: null,
    headers: { 'idempotency-key': 'remove' },
    id: '{old webhook}',
    inPath: pathUuid('{their webhook}'),
  },
  { route: 'GET /v1/operation', body: null, inQuery: { storage: queryFlag } },
  { route: 'POST /v1/operation/redrive', body: {}, inBody: { memory_id: optional(memoryId) } },
];
