/** What is known of a failed call. */
export interface Failure {
  /** Stable handle of the service, to branch on; `connection` or `timeout` where no answer came. */
  readonly code: string;
  readonly message: string;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** The id under which the service's log has the request; null where no answer came. */
  readonly requestId: string | null;
  /** Milliseconds that the service asks to wait; null where it says nothing. */
  readonly retryAfterMs: number | null;
}

/** Every error that a call ends with. */
export class EngraphError extends Error {
  override readonly name: string = 'EngraphError';
  readonly code: string;
  readonly status: number;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.code = failure.code;
    this.status = failure.status;
    this.requestId = failure.requestId;
    this.retryAfterMs = failure.retryAfterMs;
  }
}

/** The request is invalid; the message says which field, and why. */
export class BadRequestError extends EngraphError {
  override readonly name = 'BadRequestError';
}

/** The credential is missing, unknown, revoked or expired. */
export class UnauthorizedError extends EngraphError {
  override readonly name = 'UnauthorizedError';
}

/** The credential lacks the permission of the operation. */
export class ForbiddenError extends EngraphError {
  override readonly name = 'ForbiddenError';
}

/** What the request refers to does not exist in the scope of the credential. */
export class NotFoundError extends EngraphError {
  override readonly name = 'NotFoundError';
}

/** The idempotency key was used before with other parameters. */
export class ConflictError extends EngraphError {
  override readonly name = 'ConflictError';
}

/** The quota of the credential is used up for now. */
export class RateLimitedError extends EngraphError {
  override readonly name = 'RateLimitedError';
}

/** The service cannot do the work now. */
export class UnavailableError extends EngraphError {
  override readonly name = 'UnavailableError';
}

/** The service met something that nobody foresaw; its log has it under the request id. */
export class EngineError extends EngraphError {
  override readonly name = 'EngineError';
}

/** No answer came: the connection could not be made, or broke. */
export class ConnectionError extends EngraphError {
  override readonly name = 'ConnectionError';
  constructor(cause: unknown) {
    super(unanswered('connection', `no answer: ${reasonOf(cause)}`), { cause });
  }
}

/** The time of the call was over before an answer came. */
export class TimeoutError extends EngraphError {
  override readonly name = 'TimeoutError';
  constructor(timeoutMs: number, cause: unknown) {
    super(unanswered('timeout', `no answer within ${timeoutMs} ms`), { cause });
  }
}

/** The named error of a code; EngraphError itself for a code this version does not know. */
export function errorOf(failure: Failure): EngraphError {
  const Named = NAMED.get(failure.code) ?? EngraphError;
  return new Named(failure);
}

const NAMED: ReadonlyMap<string, new (failure: Failure) => EngraphError> = new Map<string, typeof EngraphError>([
  ['bad_request', BadRequestError],
  ['unauthorized', UnauthorizedError],
  ['forbidden', ForbiddenError],
  ['not_found', NotFoundError],
  ['conflict', ConflictError],
  ['rate_limited', RateLimitedError],
  ['engine.unavailable', UnavailableError],
  ['engine.error', EngineError],
]);

function unanswered(code: string, message: string): Failure {
  return { code, message, status: 0, requestId: null, retryAfterMs: null };
}

/** fetch says "fetch failed", and why only in its cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = (error ?? {}) as { message?: unknown; cause?: { message?: unknown } };
  const said = [cause?.message, message].find((text) => typeof text === 'string' && text !== '');
  return typeof said === 'string' ? said : String(error);
}
