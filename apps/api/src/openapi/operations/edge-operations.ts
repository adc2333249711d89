import { PERMISSIONS } from '#access/permissions.js';
import { arrayOf, FLAG, object, TEXT, UUID, type JsonSchema } from '#contracts/schemas/json-schema.js';
import { LIMITS } from '../../shared/request-limits.js';
import type { Operation } from './operation.js';
import { COUNT_FIELD, described, nullable, QNAME, ref } from './schema-parts.js';

export const EDGE_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Whoami: object({
    identity: described(TEXT, 'The key id, or the subject of a JWT.'),
    namespace: TEXT,
    agent: TEXT,
    agent_id: UUID,
    permissions: object({
      ...Object.fromEntries(PERMISSIONS.map((name) => [`can_${name}`, FLAG])),
      can_admin: described({ const: false }, 'Operators have a listener of their own.'),
    }),
    auth: { enum: ['api_key', 'jwt'] },
  }),
  Capabilities: object({
    version: TEXT,
    rerank: FLAG,
    llm_extractor: FLAG,
    classifier_extractor: FLAG,
    pattern_extractor: FLAG,
    schema_namespaces: arrayOf(TEXT),
    vector_dim: COUNT_FIELD,
    entity_types: arrayOf(object({ id: { type: 'integer', minimum: 1 }, qname: QNAME })),
    relation_types: arrayOf(
      object({ id: { type: 'integer', minimum: 1 }, qname: QNAME, symmetric: FLAG, one_at_a_time: FLAG }),
    ),
    retrievers: arrayOf(TEXT),
    limits: object(Object.fromEntries(Object.keys(LIMITS).map((name) => [name, COUNT_FIELD]))),
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
      message: described(TEXT, 'For people; never parse it.'),
    }),
  }),
};

export const EDGE_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'whoami', method: 'get', path: '/v1/whoami', tag: 'edge', permission: 'any' },
    summary: 'The identity, scope and permissions of the credential',
    answer: ref('schemas', 'Whoami'),
  },
  {
    ...{ operationId: 'capabilities', method: 'get', path: '/v1/capabilities', tag: 'edge', permission: 'any' },
    summary: 'What this deployment can do',
    answer: ref('schemas', 'Capabilities'),
  },
  {
    ...{ operationId: 'openapi', method: 'get', path: '/v1/openapi.json', tag: 'edge', permission: null },
    summary: 'This document',
    answer: { type: 'object' },
  },
  {
    ...{ operationId: 'docs', method: 'get', path: '/v1/docs', tag: 'edge', permission: null },
    summary: 'This document as a page to read',
    answer: { text: 'text/html' },
    headers: { 'Content-Security-Policy': TEXT },
  },
  {
    ...{ operationId: 'live', method: 'get', path: '/health/live', tag: 'edge', permission: null },
    summary: 'The process runs',
    answer: ref('schemas', 'Live'),
  },
  {
    ...{ operationId: 'ready', method: 'get', path: '/health/ready', tag: 'edge', permission: null },
    summary: 'Postgres can be reached, and how the relay and extraction go',
    answer: ref('schemas', 'Ready'),
    probes: true,
  },
];
