import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Identity } from '#access/api-keys.js';
import { UnreadAnswers, type UnreadAnswerOptions } from './unread-answers.js';

/** What a connection's buffers take without waiting for its client; longer answers are written slice by slice. */
const SLICE_BYTES = 64 * 1024;

const TOO_MUCH_UNREAD = JSON.stringify({
  error: { code: 'engine.unavailable', message: 'too many answers wait to be read; read them, and try again' },
});

/** Writes long answers in slices, as fast as their clients read, and holds only so much of what they do not read. */
export function deliverAnswers(fastify: FastifyInstance, options: UnreadAnswerOptions): void {
  const unread = new UnreadAnswers(options);
  fastify.addHook('onSend', (request: FastifyRequest & { readonly identity?: Identity }, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length <= SLICE_BYTES || request.method === 'HEAD') {
      done();
      return;
    }
    const bytes = Buffer.from(payload);
    const scope = request.identity?.scope.scopeId ?? '';
    const delivery = unread.begin(scope, bytes.length, () => request.raw.socket.destroy());
    if (delivery === null) {
      void reply.status(503).header('retry-after', '1').removeHeader('content-length');
      done(null, TOO_MUCH_UNREAD);
      return;
    }
    reply.raw.once('close', () => {
      unread.end(delivery);
    });
    void reply.header('content-length', bytes.length);
    done(
      null,
      Readable.from(
        slicesOf(bytes, () => {
          unread.read(delivery);
        }),
        { objectMode: false, highWaterMark: SLICE_BYTES },
      ),
    );
  });
}

/** Each is asked for when the one before has left. */
function* slicesOf(bytes: Buffer, onSlice: () => void): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    onSlice();
    yield bytes.subarray(at, at + SLICE_BYTES);
  }
}
