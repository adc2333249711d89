import { VERSION } from '#config/version.js';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import type { ErrorCode } from '../http/problems.js';
import { EDGE_OPERATIONS, EDGE_SCHEMAS } from './operations/edge-operations.js';
import { ENTITY_WRITE_OPERATIONS, ENTITY_WRITE_SCHEMAS } from './operations/entity-write-operations.js';
import { examplesOf } from './examples/operation-examples.js';
import { GRAPH_OPERATIONS, GRAPH_SCHEMAS, LINK_OPERATIONS } from './operations/graph-operations.js';
import { MEMORY_OPERATIONS, MEMORY_SCHEMAS } from './operations/memory-operations.js';
import { operationObject, type Operation } from './operations/operation.js';
import { RECALL_OPERATIONS, RECALL_SCHEMAS } from './operations/recall-operations.js';
import { ref } from './operations/schema-parts.js';
import { REASONING_OPERATIONS, REASONING_SCHEMAS } from './operations/reasoning-operations.js';

/** All operations, in reading order. */
export const API_OPERATIONS: readonly Operation[] = [
  ...MEMORY_OPERATIONS,
  ...RECALL_OPERATIONS,
  ...REASONING_OPERATIONS,
  ...LINK_OPERATIONS,
  ...ENTITY_WRITE_OPERATIONS,
  ...GRAPH_OPERATIONS,
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
        ...RECALL_SCHEMAS,
        ...REASONING_SCHEMAS,
        ...ENTITY_WRITE_SCHEMAS,
        ...GRAPH_SCHEMAS,
        ...EDGE_SCHEMAS,
      },
      responses: RESPONSES,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key, or a JWT of the configured issuer.' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same, in a header of its own.' },
      },
    },
  };
}

const ABOUT = `The credential decides the scope (namespace, agent); nothing else in a request can.

Integers are exact: nanosecond timestamps and 64-bit sessions pass 2^53, so read them with a parser that keeps them.
Unknown fields of a request are ignored, and a limit beyond its bounds is set to the nearest. Answers may get more
fields. Every answer carries x-request-id, and every one that is not 2xx the error envelope: branch on error.code. Before it is known what operation a request is for, it may be answered with 400, 404, 405
(with Allow), 408 or 431 as well.`;

const TAGS = [
  ['memories', 'What was said: store, list, inspect, forget.'],
  ['recall', 'Which memories answer a question.'],
  ['links', 'Edges between memories.'],
  ['graph', 'Entities, relations and statements that were found in memories.'],
  ['edge', 'Identity, abilities, health.'],
] as const;

function paths(): Record<string, Record<string, unknown>> {
  const all: Record<string, Record<string, unknown>> = {};
  for (const operation of API_OPERATIONS)
    (all[operation.path] ??= {})[operation.method] = operationObject(operation, examplesOf(operation));
  return all;
}

const RETRY_AFTER = { 'Retry-After': { schema: { type: 'integer', minimum: 1 }, description: 'Seconds.' } };

const RESPONSES = {
  BadRequest: problem('bad_request', 'The request is invalid; the message says why.'),
  Unauthorized: problem(
    'unauthorized',
    'The credential is missing, blank, unknown, revoked or expired, or the two headers disagree.',
  ),
  Forbidden: problem('forbidden', 'The credential lacks the permission.'),
  NotFound: problem('not_found', 'What the request refers to does not exist in the scope.'),
  Conflict: problem('conflict', 'The request id was used with other parameters within 24 hours.'),
  TooLarge: problem('bad_request', 'The body is over 8 MiB.'),
  NotJson: problem('bad_request', 'The body is not sent as application/json.'),
  RateLimited: problem('rate_limited', 'A quota of the credential is used up.', RETRY_AFTER),
  EngineError: problem('engine.error', 'Something unforeseen; the log has it under the request id.'),
  Unavailable: problem(
    'engine.unavailable',
    'Postgres is out of reach, or the service sheds load; try again.',
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
        example: { error: { code, message: 'what is wrong, in words for people' } },
      },
    },
  };
}
