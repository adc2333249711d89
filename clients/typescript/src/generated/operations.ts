// Written by `npm run generate:client` from docs/openapi.json.

/** Method and path of each operation, and whether it writes under an idempotency key. */
export const OPERATIONS = {
  encodeMemory: { method: 'POST', path: '/v1/memories', writes: true },
  listMemories: { method: 'GET', path: '/v1/memories', writes: false },
  forgetMemory: { method: 'DELETE', path: '/v1/memories', writes: true },
  inspectMemory: { method: 'GET', path: '/v1/memories/{id}/inspect', writes: false },
  getMemory: { method: 'GET', path: '/v1/memories/{id}', writes: false },
  reviseMemory: { method: 'PATCH', path: '/v1/memories/{id}', writes: true },
  recall: { method: 'POST', path: '/v1/recall', writes: false },
  plan: { method: 'POST', path: '/v1/plan', writes: false },
  reason: { method: 'POST', path: '/v1/reason', writes: false },
  linkMemories: { method: 'POST', path: '/v1/links', writes: true },
  unlinkMemories: { method: 'DELETE', path: '/v1/links', writes: true },
  createEntity: { method: 'POST', path: '/v1/entities', writes: true },
  listEntities: { method: 'GET', path: '/v1/entities', writes: false },
  resolveEntity: { method: 'POST', path: '/v1/entities/resolve', writes: true },
  getEntity: { method: 'GET', path: '/v1/entities/{id}', writes: false },
  listEntityRelations: { method: 'GET', path: '/v1/entities/{id}/relations', writes: false },
  traverseRelations: { method: 'POST', path: '/v1/entities/{id}/traverse', writes: false },
  listStatements: { method: 'GET', path: '/v1/statements', writes: false },
  getStatement: { method: 'GET', path: '/v1/statements/{id}', writes: false },
  getRelation: { method: 'GET', path: '/v1/relations/{id}', writes: false },
  graphFetch: { method: 'GET', path: '/v1/graph', writes: false },
  events: { method: 'GET', path: '/v1/events', writes: false },
  whoami: { method: 'GET', path: '/v1/whoami', writes: false },
  capabilities: { method: 'GET', path: '/v1/capabilities', writes: false },
  openapi: { method: 'GET', path: '/v1/openapi.json', writes: false },
  docs: { method: 'GET', path: '/v1/docs', writes: false },
  live: { method: 'GET', path: '/health/live', writes: false },
  ready: { method: 'GET', path: '/health/ready', writes: false },
} as const;

/** Fields of answers whose integers are bigint, whatever their size. */
export const WIDE_FIELDS: readonly string[] = [
  'created_at_unix_nanos',
  'event_at_unix_nanos',
  'expires_at_unix_nanos',
  'last_accessed_at_unix_nanos',
  'occurred_at_unix_nanos',
  'session',
  'updated_at_unix_nanos',
  'valid_from_unix_nanos',
  'valid_to_unix_nanos',
];
