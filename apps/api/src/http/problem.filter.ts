import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { answerProblem } from './answer-problem.js';
import { DISCONNECTED, factsOf, NO_SUCH_ROUTE, problemOf, UNFORESEEN, type Problem } from './problems.js';
import type { RouteTable } from './route-table.js';

/** Answers every error with the envelope {error: {code, message}}. Details of unexpected errors go only to the log. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly log: Logger,
    private readonly routes: RouteTable,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const known = isDisconnect(error, reply) ? DISCONNECTED : problemOf(error);
    const problem = this.withMethods(known ?? UNFORESEEN, request, reply);
    if (problem === UNFORESEEN) this.log.error({ request_id: request.id, ...factsOf(error) }, 'unexpected error');
    if (problem === DISCONNECTED)
      this.log.debug({ request_id: request.id }, 'the client disconnected before its response');
    answerProblem(problem, request, reply);
  }

  /**
   * Turns the problem of an unmatched route into 405 with the allowed methods for a known path, and 404 for an unknown
   * one. This also applies if Fastify rejected the headers or the body before routing.
   */
  private withMethods(problem: Problem, request: FastifyRequest, reply: FastifyReply): Problem {
    if (problem.status >= 500 || request.routeOptions.url !== undefined) return problem;
    const methods = this.routes.methodsOf(request.url);
    if (methods.length === 0) return NO_SUCH_ROUTE;
    if (methods.includes(request.method)) return problem;
    reply.header('allow', methods.join(', '));
    return { status: 405, code: 'bad_request', message: `this path takes ${methods.join(', ')}` };
  }
}

/** Whether a long response could not be streamed because its connection was already closed. */
function isDisconnect(error: unknown, { raw }: FastifyReply): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.destroyed;
}
