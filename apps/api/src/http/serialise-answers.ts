import type { FastifyInstance } from 'fastify';
import { stringifyExact } from '#contracts/exact-json.js';
import { ownLoopIteration } from '#fairness/event-loop-queue.js';

/** Time after which serialization yields to the event loop. */
const TIME_SLICE_MS = 5;
/** Length at which text is moved out of the JavaScript heap into a buffer. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Serializes responses as exact JSON. Long ones yield to the event loop: 4 MiB takes 100 ms or more. */
export function serialiseAnswers(fastify: FastifyInstance): void {
  fastify.addHook('preSerialization', (_request, reply, payload, done) => {
    // Set on the reply, not on the application: the 404 response does not use the application's serializer.
    reply.serializer((json) => json as string);
    const json = new JsonWriter(payload);
    // Most responses are short and complete without yielding.
    if (json.write()) {
      done(null, json.result());
      return;
    }
    json.finish().then((bytes) => {
      // The time limit may have answered meanwhile.
      if (!reply.raw.headersSent) done(null, bytes);
    }, done);
  });
}

class JsonWriter {
  private readonly parts: Generator<string>;
  private readonly chunks: Buffer[] = [];
  private text = '';

  constructor(value: unknown) {
    this.parts = jsonParts(value);
  }

  /** Writes until done or TIME_SLICE_MS has passed. @returns whether all is written */
  write(): boolean {
    const until = performance.now() + TIME_SLICE_MS;
    for (let piece = this.parts.next(); piece.done !== true; piece = this.parts.next()) {
      this.text += piece.value;
      if (this.text.length > CHUNK_CHARACTERS) this.flushText();
      if (performance.now() > until) return false;
    }
    return true;
  }

  /** Writes the rest, yielding between time slices. */
  async finish(): Promise<string | Buffer> {
    do await ownLoopIteration();
    while (!this.write());
    return this.result();
  }

  /** The JSON: a string if short, else its bytes. */
  result(): string | Buffer {
    if (this.chunks.length === 0) return this.text;
    this.flushText();
    return Buffer.concat(this.chunks);
  }

  private flushText(): void {
    this.chunks.push(Buffer.from(this.text));
    this.text = '';
  }
}

/** Yields the JSON of a value in parts; concatenated they equal the output of `stringifyExact`. */
function* jsonParts(value: unknown): Generator<string> {
  if (!isNested(value)) {
    yield stringifyExact(value);
    return;
  }
  const isList = Array.isArray(value);
  let before = isList ? '[' : '{';
  for (const [key, part] of Object.entries(value)) {
    if (!isList && (part === undefined || typeof part === 'function')) continue;
    yield isList ? before : `${before}${JSON.stringify(key)}:`;
    yield* jsonParts(part);
    before = ',';
  }
  yield isList ? ']' : '}';
}

/** Whether a value is an object or array that contains others; a flat one is serialized in one step. */
function isNested(value: unknown): value is Readonly<Record<string, unknown>> | readonly unknown[] {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  return Object.values(value).some((part) => typeof part === 'object' && part !== null);
}
