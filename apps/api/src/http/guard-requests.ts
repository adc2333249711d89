import type { IncomingMessage } from 'node:http';
import { NotFoundException } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Identity } from '#access/api-keys.js';
import { EventLoopQueue } from '#fairness/event-loop-queue.js';
import type { BodyShares } from '../admission/body-shares.js';
import { BadRequest, UnsupportedBody } from './problems.js';
import type { RequestGate } from './request-gate.js';
import type { RouteRules } from './route-rules.js';

/** Media type of lines of JSON. */
export const LINES = 'application/x-ndjson';

/**
 * Admits or refuses every request by its head: whether the route exists, the caller may use it, and its body is
 * acceptable. Reads nothing of the body before that. Call this before the routes are registered.
 */
export function guardRequests(fastify: FastifyInstance, gate: () => RequestGate, bodies: BodyShares): void {
  fastify.addHook('onRoute', (route) => {
    const { bodyBytes } = rulesOf(route);
    if (bodyBytes !== undefined) route.bodyLimit = bodyBytes;
  });
  const anonymous = new EventLoopQueue();
  // Not onRequest: the onRequest hooks of other modules must run for refused requests too.
  fastify.addHook('preParsing', async (request, reply, payload) => {
    checkHead(request);
    const { rules } = request.routeOptions.config;
    // Node accepts one connection per event-loop iteration. Many anonymous requests in one iteration would keep every
    // new connection waiting for all of them.
    if (request.is404 || rules?.permissions === null) await anonymous.next();
    if (request.is404) throw new NotFoundException();
    if (rules === undefined) throw new TypeError('a route without rules was called');
    if (rules.permissions !== null) await passGate(gate(), request, reply, rules);
    const bytes = checkBody(request, rules);
    if (bytes > 0) await bodies.hold(scopeOf(request), bytes, reply);
    return payload;
  });
}

/** Rules of a route. @throws TypeError if a route declares none, so that no route is open by omission */
function rulesOf({ method, url, config }: RouteOptions): RouteRules {
  const rules = config?.rules;
  if (rules === undefined) throw new TypeError(`${String(method)} ${url} has no access rules`);
  return rules;
}

/** Runs the gate; responses to authenticated callers must not be cached. */
async function passGate(gate: RequestGate, request: FastifyRequest, reply: FastifyReply, rules: RouteRules) {
  reply.header('cache-control', 'no-store');
  await gate.admit(request, reply, rules);
}

/** Validates Host and Transfer-Encoding; Node's own answer to a request without Host has no body. */
function checkHead({ raw }: FastifyRequest): void {
  const { host = [], 'transfer-encoding': transfer = [] } = raw.headersDistinct;
  if (host.length > 1) throw new BadRequest('the request must have one Host header');
  if (host.length === 0 && raw.httpVersion !== '1.0') throw new BadRequest('the request must have a Host header');
  if (transfer.length > 0 && transfer.join().trim().toLowerCase() !== 'chunked')
    throw new BadRequest('Transfer-Encoding must be chunked, or absent');
}

/** Scope of the caller; empty on the admin listener and on routes without credential. */
function scopeOf(request: FastifyRequest & { readonly identity?: Identity }): string {
  return request.identity?.scope.scopeId ?? '';
}

/**
 * Checks the body by the request's head, so that a refused body is never read.
 * @returns maximum bytes of the body; 0 if there is none
 */
function checkBody({ raw, method, routeOptions }: FastifyRequest, { takesLines }: RouteRules): number {
  if (method === 'GET' || method === 'HEAD' || !hasBody(raw)) return 0;
  const { 'content-encoding': coding = [] } = raw.headersDistinct;
  if (coding.length > 0 && coding.join().trim().toLowerCase() !== 'identity')
    throw new UnsupportedBody('a body must not be compressed: send it without Content-Encoding');
  checkType(raw, takesLines);
  const { bodyLimit } = routeOptions;
  const bytes = Number(raw.headers['content-length'] ?? bodyLimit);
  if (bytes > bodyLimit) throw new UnsupportedBody(`a body holds at most ${String(bodyLimit)} bytes here`, 413);
  return bytes;
}

function checkType(raw: IncomingMessage, takesLines: RouteRules['takesLines']): void {
  if (takesLines && !isLines(raw))
    throw new UnsupportedBody('a body must be lines of JSON, sent with Content-Type: application/x-ndjson');
  if (!takesLines && isLines(raw))
    throw new UnsupportedBody('a body must be JSON, sent with Content-Type: application/json');
}

/** Whether a body says that it is lines of JSON. */
function isLines({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === LINES;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
