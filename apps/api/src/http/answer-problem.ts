import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RefusalReason } from '#telemetry/metrics.js';
import type { Problem } from './problems.js';

/** A request that a limit refused. */
export type RefusedRequest = FastifyRequest & { refusal?: RefusalReason };

/** Answers with a problem, in the error envelope. */
export function answerProblem(problem: Problem, request: RefusedRequest, reply: FastifyReply): void {
  const { status, code, message, retryAfterSeconds, refusal } = problem;
  if (refusal !== undefined) request.refusal = refusal;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  void reply.status(status).send({ error: { code, message } });
}
