import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '#access/api-keys.js';
import { isPrepared } from './prepared-answers.js';
import { UnreadAnswers, type UnreadAnswerOptions } from './unread-answers.js';

/**
 * Size that socket buffers accept without waiting for the client; longer responses are written in slices of this size.
 */
const SLICE_BYTES = 64 * 1024;

const TOO_MUCH_UNREAD = JSON.stringify({
  error: { code: 'engine.unavailable', message: 'too many answers wait to be read; read them, and try again' },
});

type IdentifiedRequest = FastifyRequest & { readonly identity?: Identity };

/**
 * Streams long responses in slices at the speed of their clients, and bounds the bytes that clients have not read. A
 * short response is never refused, because the operation it reports has already happened.
 */
export function deliverAnswers(fastify: FastifyInstance, options: UnreadAnswerOptions): void {
  const unread = new UnreadAnswers(options);
  fastify.addHook('onSend', (request: IdentifiedRequest, reply, payload, done) => {
    if (request.method === 'HEAD' || !(typeof payload === 'string' || Buffer.isBuffer(payload))) {
      done();
      return;
    }
    const retainedBytes = isPrepared(payload) ? 0 : Buffer.byteLength(payload);
    const scope = request.identity?.scope.scopeId ?? '';
    const isLong = Buffer.byteLength(payload) > SLICE_BYTES;
    const cut = (): void => {
      request.raw.socket.destroy();
    };
    const delivery = isLong ? unread.begin(scope, retainedBytes, cut) : unread.add(scope, retainedBytes, cut);
    if (delivery === null) {
      refuse(reply);
      done(null, TOO_MUCH_UNREAD);
      return;
    }
    reply.raw.once('close', () => {
      unread.end(delivery);
    });
    if (!isLong) {
      done();
      return;
    }
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    void reply.header('content-length', bytes.length);
    const onSlice = (): void => {
      unread.read(delivery);
    };
    done(null, Readable.from(slicesOf(bytes, onSlice), { objectMode: false, highWaterMark: SLICE_BYTES }));
  });
}

function refuse(reply: FastifyReply): void {
  void reply
    .status(503)
    .header('retry-after', '1')
    .header('content-type', 'application/json; charset=utf-8')
    .removeHeader('content-length');
}

/** Slices of a response; the next one is produced when the stream has consumed the previous one. */
function* slicesOf(bytes: Buffer, onSlice: () => void): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    onSlice();
    yield bytes.subarray(at, at + SLICE_BYTES);
  }
}
