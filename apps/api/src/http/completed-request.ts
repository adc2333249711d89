import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Identity } from '#access/api-keys.js';
import type { RefusalReason } from '#telemetry/metrics.js';
import type { RefusedRequest } from './answer-problem.js';

/** Facts about a completed request for metrics and the log; never its content. */
export interface CompletedRequest {
  readonly requestId: string;
  readonly method: string;
  /** Pattern of the route; null if none matched. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
  /** Null if no credential was resolved. */
  readonly scopeId: string | null;
  /** Limit that refused the request; null if none did. */
  readonly refusal: RefusalReason | null;
}

/** Requests answered by a stream, with the milliseconds since it began. */
const sinceStream = new WeakMap<FastifyRequest, () => number>();

/** Counts what follows as no part of the request's duration: an event stream stays open for hours. */
export function countUntilNow(request: FastifyRequest): void {
  const now = performance.now();
  sinceStream.set(request, () => performance.now() - now);
}

/** Calls `onCompleted` for every request when its response has been sent. */
export function observeRequests(fastify: FastifyInstance, onCompleted: (request: CompletedRequest) => void): void {
  fastify.addHook('onResponse', (request: RefusedRequest & { identity?: Identity }, reply, done) => {
    onCompleted({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      durationMs: reply.elapsedTime - (sinceStream.get(request)?.() ?? 0),
      scopeId: request.identity?.scope.scopeId ?? null,
      refusal: request.refusal ?? null,
    });
    done();
  });
}
