import { HttpException } from '@nestjs/common';
import { OperationRefused, type Refusal } from '#access/audit.js';
import { JwtKeysUnavailable } from '#access/jwt-keys.js';
import { isDatabaseUnavailable } from '#database/errors.js';
import { ErasedScope } from '#database/erased-scopes.js';
import { WriteQueueFull } from '#event-store/group-commit.js';
import { RequestConflict } from '#event-store/request-ledger.js';
import { EntityChanged, EntityExists } from '#graph/commands/correct-entity.js';
import { VersionConflict } from '#memories/revise/revise-memory.js';
import { TooManyWaiting } from '#fairness/fair-semaphore.js';
import { ImportConflict, InvalidImportLine } from '#memories/transfer/import-errors.js';
import { InvalidInput } from '#request-schema/invalid-input.js';
import type { RefusalReason } from '#telemetry/metrics.js';
import { AnswerNotAwaited } from '../admission/request-shares.js';

/** Codes of the error envelope; clients branch on them. */
export type ErrorCode =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  | 'engine.unavailable'
  | 'engine.error';

/** HTTP form of an error. */
export interface Problem {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryAfterSeconds?: number;
  /** Limit that refused the request, if one did. */
  readonly refusal?: RefusalReason;
  /** Current version of the resource. */
  readonly etag?: string;
}

/** The request is invalid; the message says which field and why. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
}

/** The route cannot accept the body, whatever its content. */
export class UnsupportedBody extends Error {
  override readonly name = 'UnsupportedBody';
  constructor(
    message: string,
    readonly status: 413 | 415 = 415,
  ) {
    super(message);
  }
}

/** The credential is missing or invalid. */
export class Unauthorized extends Error {
  override readonly name = 'Unauthorized';
}

/** The credential lacks a permission that the route needs. */
export class Forbidden extends Error {
  override readonly name = 'Forbidden';
  constructor(readonly permission: string) {
    super(`this key does not have the permission ${permission}`);
  }
}

/** A web page of another host sent the request. */
export class ForeignOrigin extends Error {
  override readonly name = 'ForeignOrigin';
  constructor() {
    super('Origin must be the host of this service; web pages of other hosts may not use it');
  }
}

/** A referenced resource does not exist in the caller's scope. */
export class NotFound extends Error {
  override readonly name = 'NotFound';
  constructor(readonly resource: string) {
    super(`there is no such ${resource}`);
  }
}

/** The caller exceeded a rate limit or quota. */
export class RateLimited extends Error {
  override readonly name = 'RateLimited';
  constructor(
    readonly policy: 'requests' | 'memories',
    readonly retryAfterSeconds: number,
  ) {
    super(
      policy === 'requests'
        ? 'this key makes too many requests; try again later'
        : 'this key has stored as many memories as it may in a day',
    );
  }
}

/** Too many event streams are open: of the caller's scope, or of all scopes together. */
export class TooManyStreams extends Error {
  override readonly name = 'TooManyStreams';
  /** @param ofScope maximum of a scope, if that is reached; null: that of the process is */
  constructor(readonly ofScope: number | null) {
    super(
      ofScope === null
        ? 'too many event streams are open here; try again later'
        : `this scope has ${String(ofScope)} open event streams; close one first`,
    );
  }
}

/** Response to an unexpected error. */
export const UNFORESEEN: Problem = {
  status: 500,
  code: 'engine.error',
  message: 'something went wrong; see the log',
};

/** Response to an unknown path. */
export const NO_SUCH_ROUTE: Problem = {
  status: 404,
  code: 'not_found',
  message: 'there is no such route: GET /v1/docs shows them',
};

const UNAVAILABLE: Problem = {
  status: 503,
  code: 'engine.unavailable',
  message: 'the engine cannot be reached; try again',
  retryAfterSeconds: 1,
};

const BUSY: Problem = { ...UNAVAILABLE, message: 'more waits than the engine can take; try again' };

/** Problem of a request whose client disconnected before its response; only metrics and logs see it. */
export const DISCONNECTED: Problem = { ...UNAVAILABLE, message: 'the client disconnected' };

/** Response to a request that timed out. */
export const OUT_OF_TIME: Problem = {
  ...UNAVAILABLE,
  message: 'the answer took too long; try again',
  refusal: 'time_limit',
};

/** An event stream may end any time, but most stay open for long. */
const STREAM_RETRY_SECONDS = 10;

/** Problem of an error; null if the error is unexpected. */
export function problemOf(error: unknown): Problem | null {
  if (isOneOf([BadRequest, InvalidInput, InvalidImportLine], error))
    return { status: 400, code: 'bad_request', message: error.message };
  if (error instanceof UnsupportedBody) return { status: error.status, code: 'bad_request', message: error.message };
  if (error instanceof Unauthorized) return { status: 401, code: 'unauthorized', message: error.message };
  if (isOneOf([Forbidden, ForeignOrigin, ErasedScope], error))
    return { status: 403, code: 'forbidden', message: error.message };
  if (error instanceof NotFound) return { status: 404, code: 'not_found', message: error.message };
  if (error instanceof OperationRefused) return REFUSED[error.reason];
  if (isOneOf([RequestConflict, ImportConflict, EntityExists], error))
    return { status: 409, code: 'conflict', message: error.message };
  if (error instanceof VersionConflict)
    return { status: 409, code: 'conflict', message: error.message, etag: `"${String(error.version)}"` };
  if (error instanceof EntityChanged)
    return { status: 409, code: 'conflict', message: error.message, etag: `"${error.tag}"` };
  return problemOfLoad(error) ?? problemOfFramework(error);
}

function isOneOf(kinds: readonly (abstract new (...args: never[]) => Error)[], error: unknown): error is Error {
  return kinds.some((kind) => error instanceof kind);
}

/** Problem of a rate limit, a full queue or an unavailable dependency. */
function problemOfLoad(error: unknown): Problem | null {
  if (error instanceof RateLimited) {
    const { message, retryAfterSeconds, policy } = error;
    const refusal = policy === 'requests' ? 'rate' : 'quota';
    return { status: 429, code: 'rate_limited', message, retryAfterSeconds, refusal };
  }
  if (error instanceof TooManyStreams) {
    const answer = { message: error.message, retryAfterSeconds: STREAM_RETRY_SECONDS };
    return error.ofScope === null ? { ...UNAVAILABLE, ...answer } : { status: 429, code: 'rate_limited', ...answer };
  }
  if (error instanceof WriteQueueFull) return { ...BUSY, refusal: 'write_queue' };
  if (error instanceof TooManyWaiting) return { ...BUSY, refusal: 'request_queue' };
  if (error instanceof AnswerNotAwaited) return BUSY;
  if (error instanceof JwtKeysUnavailable || isDatabaseUnavailable(error)) return UNAVAILABLE;
  return null;
}

/** Problems of refused credential operations. */
const REFUSED: Readonly<Record<Refusal, Problem>> = {
  invalid_scope_name: {
    status: 400,
    code: 'bad_request',
    message: 'a namespace or agent is 1 to 255 characters, without control characters',
  },
  erased_scope: { status: 409, code: 'conflict', message: 'this scope was erased: it gets no new key' },
  unknown_key: { status: 404, code: 'not_found', message: 'there is no such key' },
  revoked: { status: 409, code: 'conflict', message: 'the key is revoked already' },
  expired: { status: 409, code: 'conflict', message: 'the key has expired; make a new one' },
  already_rotated: {
    status: 409,
    code: 'conflict',
    message: 'the key was rotated already; rotate the one that took its place',
  },
  wrong_token: { status: 401, code: 'unauthorized', message: 'the token is not valid' },
};

/** Problems that Fastify and Nest found before a handler ran: bodies, media types, unknown routes. */
function problemOfFramework(error: unknown): Problem | null {
  const status = statusOf(error);
  if (status === undefined || status < 400 || status >= 500) return null;
  if (status === 404) return NO_SUCH_ROUTE;
  if (status === 415)
    return { status, code: 'bad_request', message: 'a body must be JSON, sent with Content-Type: application/json' };
  return { status, code: 'bad_request', message: error instanceof Error ? error.message : 'bad request' };
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : undefined;
}

/** Name, code and stack of an error for the log. The message is omitted: it may quote what the caller sent. */
export function factsOf(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = 'code' in error ? error.code : undefined;
  return { error: error.name, code, stack: placesOf(error) };
}

/** Stack frames without the message, which may span any number of lines. */
function placesOf({ stack = '', message }: Error): string[] {
  const at = message === '' ? 0 : stack.indexOf(message) + message.length;
  return stack.includes(message) ? stack.slice(at).split('\n').slice(1) : [];
}
