import { VERSION } from '#config/version.js';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import type { ErrorCode } from '../http/problems.js';
import { EDGE_OPERATIONS, EDGE_SCHEMAS } from './operations/edge-operations.js';
import { ENTITY_WRITE_OPERATIONS, ENTITY_WRITE_SCHEMAS } from './operations/entity-write-operations.js';
import { examplesOf } from './examples/operation-examples.js';
import { EVENT_OPERATIONS } from './operations/event-operations.js';
import { FACT_OPERATIONS, FACT_SCHEMAS } from './operations/fact-operations.js';
import { GRAPH_OPERATIONS, GRAPH_SCHEMAS } from './operations/graph-operations.js';
import { LINK_OPERATIONS, LINK_SCHEMAS } from './operations/link-operations.js';
import { MEMORY_OPERATIONS, MEMORY_SCHEMAS } from './operations/memory-operations.js';
import { MEMORY_VERSION_OPERATIONS, MEMORY_VERSION_SCHEMAS } from './operations/memory-version-operations.js';
import { operationObject, type Operation } from './operations/operation.js';
import { RECALL_OPERATIONS, RECALL_SCHEMAS } from './operations/recall-operations.js';
import { OPERATION_OPERATIONS, OPERATION_SCHEMAS } from './operations/operation-operations.js';
import { ref } from './operations/schema-parts.js';
import { WEBHOOK_OPERATIONS, WEBHOOK_SCHEMAS } from './operations/webhook-operations.js';
import { TRANSFER_OPERATIONS, TRANSFER_SCHEMAS } from './operations/transfer-operations.js';
import { REASONING_OPERATIONS, REASONING_SCHEMAS } from './operations/reasoning-operations.js';

/** All operations, in reading order. */
export const API_OPERATIONS: readonly Operation[] = [
  ...MEMORY_OPERATIONS,
  ...MEMORY_VERSION_OPERATIONS,
  ...RECALL_OPERATIONS,
  ...REASONING_OPERATIONS,
  ...LINK_OPERATIONS,
  ...ENTITY_WRITE_OPERATIONS,
  ...GRAPH_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...FACT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...TRANSFER_OPERATIONS,
  ...OPERATION_OPERATIONS,
  ...EDGE_OPERATIONS,
];

/** OpenAPI 3.1 document of the HTTP API. Bounds above 2^53 are bigint, so write it with an exact serializer. */
export function openApiDocument(): JsonSchema {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Engraph',
      version: VERSION,
      summary: 'Memory and typed-graph service for AI agents',
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: TAGS.map(([name, description]) => ({ name, description })),
    paths: paths(),
    components: {
      schemas: {
        ...MEMORY_SCHEMAS,
        ...MEMORY_VERSION_SCHEMAS,
        ...RECALL_SCHEMAS,
        ...REASONING_SCHEMAS,
        ...ENTITY_WRITE_SCHEMAS,
        ...LINK_SCHEMAS,
        ...GRAPH_SCHEMAS,
        ...FACT_SCHEMAS,
        ...WEBHOOK_SCHEMAS,
        ...TRANSFER_SCHEMAS,
        ...OPERATION_SCHEMAS,
        ...EDGE_SCHEMAS,
      },
      responses: RESPONSES,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'API key, or JWT of the configured issuer.' },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'The same credential in a separate header.',
        },
      },
    },
  };
}

const ABOUT = `The credential alone decides the scope (namespace, agent) of a request.

Integers are exact: nanosecond timestamps and 64-bit sessions exceed 2^53, so parse them without loss of precision. Unknown fields and parameters of a request are refused, unless it has \`Prefer: handling=lenient\`. A \`limit\` out of range is clamped. Responses may gain fields.

Every response has the header \`x-request-id\`. Every error has the same envelope; branch on \`error.code\`. Before a request is matched to an operation, it may also get 400, 404, 405 (with \`Allow\`), 408 or 431.`;

const TAGS = [
  ['memories', 'Store, list, inspect and forget memories.'],
  ['recall', 'Search memories, plan paths through them, and reason about them.'],
  ['links', 'Links between memories.'],
  ['graph', 'Entities, relations and statements extracted from memories.'],
  ['events', 'What happens in the scope, as it happens.'],
  ['transfer', 'Export a scope and import it elsewhere.'],
  ['edge', 'Identity, capabilities, documentation and health.'],
] as const;

function paths(): Record<string, Record<string, unknown>> {
  const all: Record<string, Record<string, unknown>> = {};
  for (const operation of API_OPERATIONS)
    (all[operation.path] ??= {})[operation.method] = operationObject(operation, examplesOf(operation));
  return all;
}

const RETRY_AFTER = {
  'Retry-After': { schema: { type: 'integer', minimum: 1 }, description: 'Seconds to wait before a retry.' },
};

const RESPONSES = {
  BadRequest: problem('bad_request', 'The request is invalid; the message says why.'),
  Unauthorized: problem(
    'unauthorized',
    'The credential is missing, blank, unknown, revoked or expired, or the two headers differ.',
  ),
  Forbidden: problem('forbidden', 'The credential lacks the permission.'),
  NotFound: problem('not_found', 'A resource that the request refers to does not exist in the scope.'),
  Conflict: problem(
    'conflict',
    'The idempotency key was used with other parameters within 24 hours, or the resource has another version.',
  ),
  TooLarge: problem('bad_request', 'The body exceeds the size limit of the route.'),
  NotJson: problem('bad_request', 'The content type of the body is not application/json.'),
  RateLimited: problem('rate_limited', 'The credential has used up its rate limit.', RETRY_AFTER),
  EngineError: problem('engine.error', 'Unexpected error; the log has it under the request id.'),
  Unavailable: problem(
    'engine.unavailable',
    'Postgres is unreachable, or the service is overloaded; retry.',
    RETRY_AFTER,
  ),
};

function problem(code: ErrorCode, description: string, headers: object = {}): object {
  return {
    description,
    headers: { 'x-request-id': { schema: { type: 'string', format: 'uuid' } }, ...headers },
    content: {
      'application/json': {
        schema: ref('schemas', 'Error'),
        example: { error: { code, message: 'human-readable text' } },
      },
    },
  };
}
