import type { FastifyInstance } from 'fastify';
import { stringifyExact } from '#contracts/exact-json.js';
import { ownLoopTurn } from '#fairness/loop-turns.js';

/** Other requests get their turn when an answer has been written for so long. */
const TURN_MS = 5;
/** Longer texts leave the heap of the program. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Writes answers as exact JSON, long ones in turns with other requests: four mebibytes take 100 ms and more. */
export function serialiseAnswers(fastify: FastifyInstance): void {
  fastify.addHook('preSerialization', (_request, reply, payload, done) => {
    // Of the answer, not of the application: that of an unknown path knows none of the application.
    reply.serializer((json) => json as string);
    const json = new JsonWriter(payload);
    // Within one turn nothing can come between: most answers are short.
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
  private readonly pieces: Generator<string>;
  private readonly chunks: Buffer[] = [];
  private text = '';

  constructor(value: unknown) {
    this.pieces = jsonPieces(value);
  }

  /** Writes for one turn. @returns whether all is written */
  write(): boolean {
    const until = performance.now() + TURN_MS;
    for (let piece = this.pieces.next(); piece.done !== true; piece = this.pieces.next()) {
      this.text += piece.value;
      if (this.text.length > CHUNK_CHARACTERS) this.keep();
      if (performance.now() > until) return false;
    }
    return true;
  }

  /** The rest, in turns. */
  async finish(): Promise<string | Buffer> {
    do await ownLoopTurn();
    while (!this.write());
    return this.result();
  }

  /** A short answer is a string, a long one its bytes. */
  result(): string | Buffer {
    if (this.chunks.length === 0) return this.text;
    this.keep();
    return Buffer.concat(this.chunks);
  }

  private keep(): void {
    this.chunks.push(Buffer.from(this.text));
    this.text = '';
  }
}

/** The JSON of a value, a part at a time: as `stringifyExact` writes it in one go. */
function* jsonPieces(value: unknown): Generator<string> {
  if (!isNested(value)) {
    yield stringifyExact(value);
    return;
  }
  const isList = Array.isArray(value);
  let before = isList ? '[' : '{';
  for (const [key, part] of Object.entries(value)) {
    if (!isList && (part === undefined || typeof part === 'function')) continue;
    yield isList ? before : `${before}${JSON.stringify(key)}:`;
    yield* jsonPieces(part);
    before = ',';
  }
  yield isList ? ']' : '}';
}

/** Whether it is an object or a list that holds others: one that holds only values is written at once. */
function isNested(value: unknown): value is Readonly<Record<string, unknown>> | readonly unknown[] {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  return Object.values(value).some((part) => typeof part === 'object' && part !== null);
}
