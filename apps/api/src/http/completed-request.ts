import type { FastifyInstance } from 'fastify';
import type { Identity } from '#access/api-keys.js';
import type { RefusalReason } from '#telemetry/metrics.js';
import type { RefusedRequest } from './answer-problem.js';

/** What is known of a request once its answer has left: for metrics and the log, never what it said. */
export interface CompletedRequest {
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern; null where none matched. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
  /** Null where no credential was resolved. */
  readonly scopeId: string | null;
  /** Which limit refused it; null where none did. */
  readonly refusal: RefusalReason | null;
}

/** Tells of every request when its answer has left. */
export function observeRequests(fastify: FastifyInstance, onCompleted: (request: CompletedRequest) => void): void {
  fastify.addHook('onResponse', (request: RefusedRequest & { identity?: Identity }, reply, done) => {
    onCompleted({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
      scopeId: request.identity?.scope.scopeId ?? null,
      refusal: request.refusal ?? null,
    });
    done();
  });
}
