import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RefusalReason } from '#telemetry/metrics.js';
import type { Problem } from './problems.js';

/** Request that records which limit refused it. */
export type RefusedRequest = FastifyRequest & { refusal?: RefusalReason };

/** Sends a problem as an error envelope. */
export function answerProblem(problem: Problem, request: RefusedRequest, reply: FastifyReply): void {
  const { status, code, message, retryAfterSeconds, refusal, etag } = problem;
  if (refusal !== undefined) request.refusal = refusal;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  if (etag !== undefined) reply.header('etag', etag);
  void reply.status(status).send({ error: { code, message } });
}
