import type { FastifyInstance } from 'fastify';

/** What is under way at a shutdown has this long to end; longer than a request may take that does not wait. */
const CLOSE_GRACE_MS = 5_000;

/**
 * At a shutdown, requests under way are answered and their connections closed with the answer, or with the time: a
 * request that never ends must not hold it up.
 */
export function enableGracefulShutdown(fastify: FastifyInstance): void {
  let closing = false;
  fastify.addHook('preClose', (done) => {
    closing = true;
    setTimeout(() => {
      fastify.server.closeAllConnections();
    }, CLOSE_GRACE_MS).unref();
    done();
  });
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}
