import type { FastifyInstance } from 'fastify';

/** Time for requests in flight to finish at a shutdown; longer than a request may take unless it waits by `Prefer`. */
const CLOSE_GRACE_MS = 5_000;

/**
 * At a shutdown, answers requests in flight and closes each connection with its response. After the grace period it
 * closes all connections, so that a request that never ends cannot block the shutdown.
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
