import { types } from 'node:util';

/** Thrown when no connection of the pool became free in time. */
export class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout';
  constructor() {
    super('timeout exceeded when trying to connect');
  }
}

/** Thrown when another process held the lock of a scope for too long. */
export class ScopeBusy extends Error {
  override readonly name = 'ScopeBusy';
  constructor(readonly scopeId: string) {
    super(`the graph of scope ${scopeId} is being written by another process`);
  }
}

/** SQLSTATEs after which the same transaction can simply be run again. */
const RETRYABLE = new Set(['40001', '40P01']);

/** The server ended the session because a transaction was idle for too long: this process was stopped or starved. */
const IDLE_IN_TRANSACTION = '25P03';

/** The server ended the session because a transaction took too long in total. */
const TRANSACTION_TIMEOUT = '25P04';

/** SQLSTATE classes that blame the server or the network, not the statement. */
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57', '58']);

const UNAVAILABLE_NODE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** Messages of pg itself, which gives these errors no code. */
const UNAVAILABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Client was closed|pool after calling end/;

const LOST_MESSAGES = /Connection terminated|not queryable/;

const CONNECT_TIMEOUT_MESSAGES = /due to connection timeout|timeout exceeded when trying to connect/;

/** SQLSTATE of a Postgres error, or undefined for any other. */
export function sqlState(error: unknown): string | undefined {
  const code = types.isNativeError(error) && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(sqlState(error) ?? '');
}

/** Whether a lock was not granted within the limit that the transaction set. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/**
 * Whether a statement or its whole transaction was ended by a time limit, on either side. This alone does not tell
 * whether the server or the statement is at fault.
 */
export function isStatementTimeout(error: unknown): boolean {
  const state = sqlState(error);
  return (
    state === '57014' ||
    state === TRANSACTION_TIMEOUT ||
    (types.isNativeError(error) && error.message === 'Query read timeout')
  );
}

/** Whether a connection took too long to establish, or none of the pool became free. */
export function isConnectTimeout(error: unknown): boolean {
  return types.isNativeError(error) && CONNECT_TIMEOUT_MESSAGES.test(error.message);
}

/** SQLSTATEs with which a server ends a connection: shutdown, crash, administrator command, idle limits. */
const CONNECTION_ENDED = new Set(['57P01', '57P02', '57P05', IDLE_IN_TRANSACTION]);

/**
 * Whether a connection broke during a statement, so that it is unknown whether a commit was carried out. False when no
 * connection was made, and for time limits.
 */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return state.startsWith('08') || CONNECTION_ENDED.has(state);
  if (!types.isNativeError(error) || isConnectTimeout(error)) return false;
  if ('code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) return true;
  return LOST_MESSAGES.test(error.message);
}

/** Whether a statement that failed with this error may have been carried out, because its reply was lost. */
export function mayHaveCommitted(error: unknown): boolean {
  return isConnectionLost(error) || (types.isNativeError(error) && error.message === 'Query read timeout');
}

/** Whether the error means that Postgres is unreachable, shutting down, or out of resources. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (error instanceof ScopeBusy) return true;
  const state = sqlState(error);
  if (state === IDLE_IN_TRANSACTION || state === TRANSACTION_TIMEOUT) return true;
  if (state !== undefined) return UNAVAILABLE_CLASSES.has(state.slice(0, 2));
  if (!types.isNativeError(error)) return false;
  if ('code' in error && typeof error.code === 'string' && UNAVAILABLE_NODE_CODES.has(error.code)) return true;
  return UNAVAILABLE_MESSAGES.test(error.message);
}
