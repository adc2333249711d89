import type { IncomingMessage } from 'node:http';
import { NotFoundException } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Identity } from '#access/api-keys.js';
import { LoopTurnQueue } from '#fairness/loop-turns.js';
import type { BodyShares } from '../admission/body-shares.js';
import { BadRequest, UnsupportedBody } from './problems.js';
import type { RequestGate } from './request-gate.js';
import type { RouteRules } from './route-rules.js';

/**
 * Decides of every request by its head alone: whether there is such a route, whether it may be called, and whether its
 * body is one that is read. Nothing of a body is read before that. To be called before the routes are registered.
 */
export function guardRequests(fastify: FastifyInstance, gate: () => RequestGate, bodies: BodyShares): void {
  fastify.addHook('onRoute', (route) => {
    const { bodyBytes } = rulesOf(route);
    if (bodyBytes !== undefined) route.bodyLimit = bodyBytes;
  });
  const strangers = new LoopTurnQueue();
  // Not onRequest: what other parts do there, for every request, is done for those too that end here.
  fastify.addHook('preParsing', async (request, reply, payload) => {
    checkHead(request);
    const { rules } = request.routeOptions.config;
    // Node accepts one connection in each turn of the event loop: many requests without a caller in one turn make every new
    // connection wait for all of them.
    if (request.is404 || rules?.permissions === null) await strangers.next();
    if (request.is404) throw new NotFoundException();
    if (rules === undefined) throw new TypeError('a route without rules was called');
    if (rules.permissions !== null) await admit(gate(), request, reply, rules);
    const bytes = checkBody(request);
    if (bytes > 0) await bodies.hold(scopeOf(request), bytes, reply);
    return payload;
  });
}

/** No route is open because somebody forgot to say what it needs. */
function rulesOf({ method, url, config }: RouteOptions): RouteRules {
  const rules = config?.rules;
  if (rules === undefined) throw new TypeError(`${String(method)} ${url} does not say what it needs`);
  return rules;
}

/** What is told to somebody who had to say who they are is for nobody else's cache. */
async function admit(gate: RequestGate, request: FastifyRequest, reply: FastifyReply, rules: RouteRules) {
  reply.header('cache-control', 'no-store');
  await gate.admit(request, reply, rules);
}

/** Node's own answer to a request without Host is an empty one. */
function checkHead({ raw }: FastifyRequest): void {
  const { host = [], 'transfer-encoding': transfer = [] } = raw.headersDistinct;
  if (host.length > 1) throw new BadRequest('the request must have one Host header');
  if (host.length === 0 && raw.httpVersion !== '1.0') throw new BadRequest('the request must have a Host header');
  if (transfer.length > 0 && transfer.join().trim().toLowerCase() !== 'chunked')
    throw new BadRequest('Transfer-Encoding must be chunked, or absent');
}

/** Empty on the port of operators, and where no credential is asked for. */
function scopeOf(request: FastifyRequest & { readonly identity?: Identity }): string {
  return request.identity?.scope.scopeId ?? '';
}

/**
 * A body that would be refused for its head is not read at all.
 * @returns the bytes that it may have
 */
function checkBody({ raw, method, routeOptions }: FastifyRequest): number {
  if (method === 'GET' || method === 'HEAD' || !hasBody(raw)) return 0;
  const { 'content-encoding': coding = [] } = raw.headersDistinct;
  if (coding.length > 0 && coding.join().trim().toLowerCase() !== 'identity')
    throw new UnsupportedBody('a body must not be compressed: send it without Content-Encoding');
  const { bodyLimit } = routeOptions;
  const bytes = Number(raw.headers['content-length'] ?? bodyLimit);
  if (bytes > bodyLimit) throw new UnsupportedBody(`a body holds at most ${String(bodyLimit)} bytes here`, 413);
  return bytes;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
