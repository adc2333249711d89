import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests of one connection without an answer at most; clients that pipeline at all send a few. */
const MAX_PIPELINED = 32;

/**
 * Cuts off a connection on which too many requests wait for their answers. Node hands over every request that a packet
 * holds, hundreds of them, before it looks whether anybody reads the answers. To answer the one too many would mean to
 * hold all that come before it.
 */
export function boundPipelining(fastify: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  fastify.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    // Neither answered nor carried out: whoever sent it is gone.
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
