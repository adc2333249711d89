import { PERMISSIONS } from '#access/permissions.js';
import { arrayOf, FLAG, object, TEXT, UUID, type JsonSchema } from '#contracts/schemas/json-schema.js';
import { COUNT_FIELD, described, nullable, QNAME } from '#request-schema/keywords.js';
import { LIMITS } from '../../shared/request-limits.js';
import type { Operation } from './operation.js';
import { ref } from './schema-parts.js';

export const EDGE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Whoami: object({
    identity: described(TEXT, 'Id of the API key, or subject of the JWT.'),
    namespace: TEXT,
    agent: TEXT,
    agent_id: UUID,
    permissions: object(Object.fromEntries(PERMISSIONS.map((name) => [`can_${name}`, FLAG]))),
    auth: { enum: ['api_key', 'jwt'] },
  }),
  Capabilities: object({
    version: TEXT,
    rerank: described(FLAG, 'Whether recall reranks the best memories by token embeddings.'),
    llm_extractor: described(FLAG, 'Whether the LLM stage of extraction runs.'),
    classifier_extractor: described(FLAG, 'Whether the classifier stage of extraction runs.'),
    pattern_extractor: described(FLAG, 'Whether the pattern stage of extraction runs.'),
    schema_namespaces: arrayOf(TEXT),
    vector_dim: described(COUNT_FIELD, 'Dimensions of vectors; 0 without an embedding model.'),
    entity_types: arrayOf(object({ id: { type: 'integer', minimum: 1 }, qname: QNAME })),
    relation_types: arrayOf(
      object({ id: { type: 'integer', minimum: 1 }, qname: QNAME, symmetric: FLAG, one_at_a_time: FLAG }),
    ),
    retrievers: arrayOf(TEXT),
    limits: described(
      object(Object.fromEntries(Object.keys(LIMITS).map((name) => [name, COUNT_FIELD]))),
      'Maximum values of requests.',
    ),
  }),
  Live: object({ status: { const: 'live' } }),
  Ready: object({
    status: { enum: ['ready', 'degraded'] },
    postgres: { const: 'ok' },
    log_reader: nullable({ enum: ['ok', 'late', 'stopped'] }),
    extraction: nullable({ enum: ['ok', 'stalled'] }),
  }),
  Error: object({
    error: object({
      code: {
        enum: [
          ...['bad_request', 'unauthorized', 'forbidden', 'not_found', 'conflict', 'rate_limited'],
          ...['engine.unavailable', 'engine.error'],
        ],
      },
      message: described(TEXT, 'Human-readable; clients must not parse it.'),
    }),
  }),
};

export const EDGE_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'whoami', method: 'get', path: '/v1/whoami', tag: 'edge', permission: 'any' },
    summary: 'Get identity, scope and permissions of the credential',
    answer: ref('schemas', 'Whoami'),
  },
  {
    ...{ operationId: 'capabilities', method: 'get', path: '/v1/capabilities', tag: 'edge', permission: 'any' },
    summary: 'Get features and limits of the deployment',
    answer: ref('schemas', 'Capabilities'),
  },
  {
    ...{ operationId: 'openapi', method: 'get', path: '/v1/openapi.json', tag: 'edge', permission: null },
    summary: 'Get this OpenAPI document',
    answer: { type: 'object' },
  },
  {
    ...{ operationId: 'docs', method: 'get', path: '/v1/docs', tag: 'edge', permission: null },
    summary: 'Get this document as an HTML page',
    answer: { text: 'text/html' },
    headers: { 'Content-Security-Policy': TEXT },
  },
  {
    ...{ operationId: 'live', method: 'get', path: '/health/live', tag: 'edge', permission: null },
    summary: 'Check liveness',
    description: 'Responds while the process runs.',
    answer: ref('schemas', 'Live'),
  },
  {
    ...{ operationId: 'ready', method: 'get', path: '/health/ready', tag: 'edge', permission: null },
    summary: 'Check readiness',
    description: 'Responds with 200 if Postgres is reachable. `degraded`: the reader of the log or extraction is late.',
    answer: ref('schemas', 'Ready'),
    probes: true,
  },
];
