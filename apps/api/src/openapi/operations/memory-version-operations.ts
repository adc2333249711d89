import { arrayOf, FLAG, object, optional, TEXT, type JsonSchema } from '#contracts/schemas/json-schema.js';
import { described, MEMORY_ID_FIELD, NANOS, nullable, times } from '#request-schema/keywords.js';
import { GetMemoryQuery } from '../../memories/get-memory.query.js';
import { BatchItemDto, EncodeBatchDto } from '../../memories/encode-batch.dto.js';
import { ReviseMemoryDto } from '../../memories/revise-memory.dto.js';
import {
  MEMORY_FIELDS,
  MEMORY_ID_PARAMETER,
  METADATA,
  PREFER_WAIT,
  PREFERENCE_APPLIED,
  MEMORY_TAGS,
  MEMORY_VERSION,
} from './memory-parts.js';
import type { Operation } from './operation.js';
import { bodySchemas, parameter, queryParameters, ref } from './schema-parts.js';

/** Response header with the version. */
const ETAG: JsonSchema = { type: 'string', pattern: '^"[1-9][0-9]*"$' };

export const MEMORY_VERSION_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  MemoryVersion: object({
    version: MEMORY_VERSION,
    ...times({ created_at: 'When the version was made, in Unix nanoseconds.' }),
    text: optional(nullable(TEXT)),
    metadata: optional(METADATA),
    tags: optional(MEMORY_TAGS),
    expires_at_unix_nanos: optional(described(NANOS, '0 means never.')),
    expires_at: optional(described(nullable(TEXT), '`expires_at_unix_nanos` as ISO 8601; null for 0.')),
    pinned: optional(FLAG),
  }),
  MemoryWithVersions: object({
    ...MEMORY_FIELDS,
    versions: optional(
      described(
        arrayOf(ref('schemas', 'MemoryVersion')),
        'Versions, newest first, each with the fields that it set. Only with `versions=true`.',
      ),
    ),
  }),
  ...bodySchemas({ EncodeMemories: EncodeBatchDto, BatchItem: BatchItemDto, ReviseMemory: ReviseMemoryDto }),
  BatchResult: object({
    results: described(
      arrayOf({ anyOf: [ref('schemas', 'MemoryCreationResult'), ref('schemas', 'Error')] }),
      'A result for each item, in the order of the items.',
    ),
  }),
  RevisionResult: object({
    memory_id: MEMORY_ID_FIELD,
    version: MEMORY_VERSION,
    was_changed: described(FLAG, 'False if the memory was like that already: it keeps its version.'),
  }),
};

export const MEMORY_VERSION_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'encodeMemories', method: 'post', path: '/v1/memories/batch', tag: 'memories' },
    permission: 'encode',
    summary: 'Store up to 1,000 memories',
    description:
      'Stores memories in their order, with a result for each, in the same order: that of a single memory, or its error. An invalid memory does not affect the others. After an interruption a repetition with the same key stores the rest.',
    parameters: [PREFER_WAIT],
    body: { schema: ref('schemas', 'EncodeMemories'), required: true },
    answer: ref('schemas', 'BatchResult'),
    writes: true,
    headers: { 'Preference-Applied': PREFERENCE_APPLIED },
  },
  {
    ...{ operationId: 'getMemory', method: 'get', path: '/v1/memories/{id}', tag: 'memories', permission: 'recall' },
    summary: 'Get a memory, on request with its versions',
    description:
      'Returns the memory as lists do, and its version as `ETag`. `versions` adds the newest 100 versions, within 4 MiB.',
    parameters: [MEMORY_ID_PARAMETER, ...queryParameters(GetMemoryQuery)],
    answer: ref('schemas', 'MemoryWithVersions'),
    refers: true,
    headers: { ETag: ETAG },
  },
  {
    ...{ operationId: 'reviseMemory', method: 'patch', path: '/v1/memories/{id}', tag: 'memories' },
    permission: 'encode forget',
    summary: 'Change a memory',
    description:
      'Sets the given fields; null removes metadata, tags or the expiry. What an old text gave the graph is taken back at once, and the new one is extracted like that of a new memory. With `If-Match`, a memory that has changed since gets 409, with its version as `ETag`.',
    parameters: [
      MEMORY_ID_PARAMETER,
      parameter('header', 'If-Match', {
        schema: { type: 'string', pattern: '^(\\*|"[1-9][0-9]{0,8}")$' },
        description: '`ETag` of the version that the change is meant for.',
      }),
      PREFER_WAIT,
    ],
    body: { schema: ref('schemas', 'ReviseMemory'), required: true },
    answer: ref('schemas', 'RevisionResult'),
    writes: true,
    refers: true,
    headers: { ETag: ETAG, 'Preference-Applied': PREFERENCE_APPLIED },
  },
];
