/** Cost of a route that queues elsewhere, in write batches or for connections. */
const NOT_COUNTED = 0;
const USUAL = 1;

/**
 * Cost of a request by route, in units of about one small read: milliseconds of event loop and Postgres time on a scope
 * of 100,000 memories.
 */
const COSTS: Readonly<Record<string, number>> = {
  'POST /v1/memories': NOT_COUNTED,
  'POST /v1/memories/batch': 8,
  'DELETE /v1/memories': 4,
  'GET /v1/memories': 2,
  'PATCH /v1/memories/:id': 6,
  'POST /v1/recall': 4,
  'POST /v1/plan': 8,
  'POST /v1/reason': 8,
  'POST /v1/entities': 4,
  'POST /v1/entities/resolve': 2,
  'POST /v1/entities/:id/traverse': 4,
  'GET /v1/entities': 2,
  'GET /v1/entities/:id/relations': 2,
  'GET /v1/statements': 2,
  'GET /v1/retractions': 2,
  'GET /v1/graph': 4,
  'GET /v1/events': NOT_COUNTED,
  // The calls of its tools are counted, each as its route.
  'POST /v1/mcp': NOT_COUNTED,
  'GET /v1/entities/:id/profile': 4,
  'PATCH /v1/entities/:id': 4,
  'POST /v1/entities/:id/merge': 4,
  'POST /v1/entities/:id/split': 4,
  'POST /v1/relations': 4,
  'POST /v1/relations/:id/confirm': 4,
  'POST /v1/relations/:id/retract': 4,
  'POST /v1/statements': 4,
  'POST /v1/statements/:id/confirm': 4,
  'POST /v1/statements/:id/retract': 4,
  'POST /v1/import': 8,
  // With storage, all memories and events are counted.
  'GET /v1/operation': 8,
  'POST /v1/operation/redrive': 4,
};

/**
 * Cost of a request; 1 for routes that are not listed.
 * @param route pattern without a trailing slash
 */
export function requestCost(method: string, route: string): number {
  return COSTS[`${method} ${route}`] ?? USUAL;
}
