import type { FastifyInstance } from 'fastify';
import { answerProblem } from './answer-problem.js';
import { preferredWait } from './preferences.js';
import { OUT_OF_TIME } from './problems.js';

/**
 * Answers 503 if a response takes longer than `limitMs` (plus `Prefer: wait`) from the complete arrival of the request.
 * Processing continues, so a write may still be committed; repeat it with the same request id to find out.
 */
export function limitTime(fastify: FastifyInstance, limitMs: number): void {
  fastify.addHook('preValidation', (request, reply, done) => {
    const timer = setTimeout(
      () => {
        // A response that is already being written is not late: its client reads slowly.
        if (!reply.sent && !reply.raw.headersSent) answerProblem(OUT_OF_TIME, request, reply);
      },
      limitMs + preferredWait(request.headers['prefer']) * 1_000,
    );
    reply.raw.once('close', () => {
      clearTimeout(timer);
    });
    done();
  });
}
