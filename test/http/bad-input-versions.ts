import {
  expiry,
  flag,
  given,
  optional,
  refused,
  required,
  storedObject,
  taken,
  tags,
  text,
} from './bad-input-fields.js';
import { pathMemoryId, queryFlag } from './bad-input-parameters.js';
import type { InputTable } from './input-table.js';

/** The routes of one memory. */
export const MEMORY_VERSION_TABLES: readonly InputTable[] = [
  {
    ...{ route: 'POST /v1/memories/batch', body: { items: [{ text: 'a turn' }] } },
    inBody: {
      items: [
        ...required([]),
        ...refused({ empty: [], 'a text': 'a', 'an object': { text: 'a' }, long: new Array(1001).fill({ text: 'a' }) }),
        ...taken({
          'a number in it': [5],
          'an invalid memory': [{ text: '' }],
          'a bad id': [{ text: 'a', request_id: '' }],
        }),
      ],
    },
  },
  {
    ...{ route: 'GET /v1/memories/{id}', body: null, id: '{memory}', inPath: pathMemoryId },
    inQuery: { versions: queryFlag, include_tombstoned: queryFlag },
  },
  {
    // Pinned, so that no time makes it expire.
    ...{ route: 'PATCH /v1/memories/{id}', body: { pinned: true }, id: '{third memory}', inPath: pathMemoryId },
    inBody: {
      text: given(text(1024 * 1024, { blank: false })),
      metadata: optional(storedObject),
      tags: optional(tags),
      expires_at_unix_nanos: optional(expiry),
      expires_at: optional(expiry),
      pinned: required(flag),
    },
  },
];
