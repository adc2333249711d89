import type { FastifyInstance } from 'fastify';

/** Of a body that nobody reads, this much is taken off the wire; then the connection ends. */
const DRAINED_BYTES = 1024 * 1024;
const DRAINED_MS = 1_000;

/**
 * Where an answer leaves before its request has arrived, the rest of the body is dropped unread, so that a client that
 * sends all of it first still reads the answer; of a long or slow one, only so much.
 */
export function drainBodies(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', ({ raw }, _reply, done) => {
    const { socket } = raw;
    if (!raw.complete && !socket.destroyed) {
      const end = (): void => {
        socket.destroy();
      };
      const timer = setTimeout(end, DRAINED_MS);
      let dropped = 0;
      raw.on('data', (chunk: Buffer) => {
        dropped += chunk.length;
        if (dropped > DRAINED_BYTES) end();
      });
      raw.once('close', () => {
        clearTimeout(timer);
      });
      raw.resume();
    }
    done();
  });
}
