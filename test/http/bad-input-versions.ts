import { flag, given, optional, required, storedObject, tags, text, expiry } from './bad-input-fields.js';
import { pathMemoryId, queryFlag } from './bad-input-parameters.js';
import type { InputTable } from './input-table.js';

/** The routes of one memory. */
export const MEMORY_VERSION_TABLES: readonly InputTable[] = [
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
