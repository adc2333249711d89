import type { FastifyInstance } from 'fastify';

/** Bytes of an unread body that are received and dropped, and the time for it; then the connection closes. */
const DRAINED_BYTES = 1024 * 1024;
const DRAINED_MS = 1_000;

/**
 * Discards the rest of a body when its response was sent early, so that a client that sends its whole body first still
 * reads the response. Long or slow bodies are discarded only up to the bounds above.
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
