import type { Type } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { McpOperation } from '#mcp/calls/engraph-calls.js';
import { EntitiesController } from '../entities/entities.controller.js';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import type { QueryString } from '../http/query-parameters.js';
import { WhoamiController } from '../identity/whoami.controller.js';
import { MemoriesController } from '../memories/memories.controller.js';
import { MemoryBatchController } from '../memories/memory-batch.controller.js';
import { MemoryController } from '../memories/memory.controller.js';
import { RecallController } from '../recall/recall.controller.js';
import { RelationsController } from '../relations/relations.controller.js';
import { StatementsController } from '../statements/statements.controller.js';

/** Request and reply of a call of the tools, as a controller gets them from Nest. */
export interface ControllerCall {
  readonly request: AuthenticatedRequest;
  readonly reply: FastifyReply;
  readonly id: string;
  readonly body: unknown;
  readonly query: QueryString;
}

/** The method of a controller that serves an operation. */
export interface ServedOperation {
  /** Method and path of its route, as in `route-costs.ts`. */
  readonly route: readonly [method: string, path: string];
  readonly controller: Type;
  /** Name of the method, which has the rules of the route. */
  readonly handler: string;
  readonly run: (controller: object, call: ControllerCall) => unknown;
}

/** The routes that the tools are made of. */
export const SERVED_OPERATIONS: Readonly<Record<McpOperation, ServedOperation>> = {
  encodeMemories: served('POST /v1/memories/batch', MemoryBatchController, 'encode', (to, { request, reply, body }) =>
    to.encode(request, reply, body),
  ),
  reviseMemory: served('PATCH /v1/memories/:id', MemoryController, 'revise', (to, { request, reply, id, body }) =>
    to.revise(request, reply, id, body),
  ),
  forgetMemory: served('DELETE /v1/memories', MemoriesController, 'forget', (to, { request, reply, body, query }) =>
    to.forget(request, reply, body, query),
  ),
  recall: served('POST /v1/recall', RecallController, 'recall', (to, { request, body }) => to.recall(request, body)),
  resolveEntity: served('POST /v1/entities/resolve', EntitiesController, 'resolve', (to, { request, reply, body }) =>
    to.resolve(request, reply, body),
  ),
  listEntities: served('GET /v1/entities', EntitiesController, 'list', (to, { request, query }) =>
    to.list(request, query),
  ),
  getEntity: served('GET /v1/entities/:id', EntitiesController, 'get', (to, { request, reply, id }) =>
    to.get(request, reply, id),
  ),
  entityProfile: served('GET /v1/entities/:id/profile', EntitiesController, 'profile', (to, { request, id, query }) =>
    to.profile(request, id, query),
  ),
  assertRelation: served('POST /v1/relations', RelationsController, 'assert', (to, { request, reply, body }) =>
    to.assert(request, reply, body),
  ),
  confirmRelation: judged('POST /v1/relations/:id/confirm', RelationsController, 'confirm'),
  retractRelation: judged('POST /v1/relations/:id/retract', RelationsController, 'retract'),
  assertStatement: served('POST /v1/statements', StatementsController, 'assert', (to, { request, reply, body }) =>
    to.assert(request, reply, body),
  ),
  confirmStatement: judged('POST /v1/statements/:id/confirm', StatementsController, 'confirm'),
  retractStatement: judged('POST /v1/statements/:id/retract', StatementsController, 'retract'),
  whoami: served('GET /v1/whoami', WhoamiController, 'whoami', (to, { request }) => to.whoami(request)),
};

function served<C extends object>(
  route: `${string} /v1/${string}`,
  controller: Type<C>,
  handler: string & keyof C,
  run: (controller: C, call: ControllerCall) => unknown,
): ServedOperation {
  const [method = '', path = ''] = route.split(' ');
  return { route: [method, path], controller, handler, run: run as ServedOperation['run'] };
}

function judged(
  route: `${string} /v1/${string}`,
  controller: Type<RelationsController | StatementsController>,
  handler: 'confirm' | 'retract',
): ServedOperation {
  return served(route, controller, handler, (to, { request, reply, id, body }) =>
    to[handler](request, reply, id, body),
  );
}
