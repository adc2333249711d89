import type { FastifyInstance } from 'fastify';
import { answerProblem } from './answer-problem.js';
import { preferredWait } from './preferred-wait.js';
import { OUT_OF_TIME } from './problems.js';

/**
 * Answers 503 for what is not answered in time, counted from when the whole request is there; what a request asks to
 * wait by `Prefer` comes on top. Its work goes on, and a write may yet be carried out: its request id tells.
 */
export function limitTime(fastify: FastifyInstance, limitMs: number): void {
  fastify.addHook('preValidation', (request, reply, done) => {
    const timer = setTimeout(
      () => {
        // An answer that is being written is not late: its client reads slowly.
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
