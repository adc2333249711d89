import { OPERATIONS, WIDE_FIELDS } from './generated/operations.js';
import type { Answer, OperationId, WriteOptions } from './operations.js';
import { Transport, type CallOptions, type ClientOptions } from './transport.js';

/** What a call is made of, beside its route. */
interface Parts {
  readonly id?: string;
  readonly query?: object;
  readonly body?: object;
  readonly lines?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How the methods of the client make a call. A part of the client for each area extends the one before it. */
export class Calls {
  protected readonly transport: Transport;

  /** @throws TypeError for a base URL that is none */
  constructor(options: ClientOptions) {
    this.transport = new Transport(options, new Set(WIDE_FIELDS));
  }

  protected judge<O extends OperationId>(
    operation: O,
    id: string,
    body: object,
    options?: WriteOptions,
  ): Promise<Answer<O>> {
    return this.write(operation, { id, body }, options);
  }

  protected write<O extends OperationId>(operation: O, parts: Parts, options: WriteOptions = {}): Promise<Answer<O>> {
    const idempotencyKey = options.idempotencyKey ?? newIdempotencyKey();
    const headers = { ...parts.headers, 'idempotency-key': idempotencyKey };
    return this.call(operation, { ...parts, headers }, options);
  }

  protected async call<O extends OperationId>(operation: O, parts: Parts, options?: CallOptions): Promise<Answer<O>> {
    const { method, path } = OPERATIONS[operation];
    const { id, ...rest } = parts;
    const call = { ...rest, method, path: id === undefined ? path : path.replace('{id}', pathSegment(id)) };
    return (await this.transport.send(call, options)) as Answer<O>;
  }
}

/** A random key for a write, to make it again by. In browsers it needs no secure context, as a random UUID does. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** These segments would lead to another route. */
const ELSEWHERE = new Set(['', '.', '..']);

function pathSegment(id: string): string {
  if (ELSEWHERE.has(id)) throw new TypeError(`'${id}' is no id`);
  return encodeURIComponent(id);
}
