import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Maximum unanswered requests of one connection; clients that pipeline at all send a few. */
const MAX_PIPELINED = 32;

/**
 * Closes a connection with too many unanswered requests. Node dispatches every request of a packet, which may be
 * hundreds, before it checks whether the client reads the responses. Answering the excess request would require holding
 * all responses before it.
 */
export function boundPipelining(fastify: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  fastify.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    // The client is gone: do not process the request.
    if (socket.destroyed) return;
    if (count > MAX_PIPELINED) {
      socket.destroy();
      return;
    }
    reply.raw.once('close', () => {
      unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1);
    });
    done();
  });
}
