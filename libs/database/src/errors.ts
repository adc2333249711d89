import { types } from 'node:util';

/** No connection of the pool came free in time. */
export class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout';
  constructor() {
    super('timeout exceeded when trying to connect');
  }
}

/** The lock of a scope stayed with another process for too long. */
export class ScopeBusy extends Error {
  override readonly name = 'ScopeBusy';
  constructor(readonly scopeId: string) {
    super(`the graph of scope ${scopeId} is being written by another process`);
  }
}

/** SQLSTATEs after which the same transaction may simply be run again. */
const RETRYABLE = new Set(['40001', '40P01']);

/** The server ended the session: this process let a transaction lie for too long, because it was stopped or starved. */
const IDLE_IN_TRANSACTION = '25P03';

/** The server ended the session: a transaction took too long in all. */
const TRANSACTION_TIMEOUT = '25P04';

/** SQLSTATE classes that say that the server or the way to it is at fault, not the statement. */
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

/** Whether a lock was not to be had within the limit that the transaction set. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/**
 * Whether a statement, or its whole transaction, was given up because it took too long, by either side. Alone it does not tell whether the server
 * or the statement is at fault.
 */
export function isStatementTimeout(error: unknown): boolean {
  const state = sqlState(error);
  return (
    state === '57014' ||
    state === TRANSACTION_TIMEOUT ||
    (types.isNativeError(error) && error.message === 'Query read timeout')
  );
}

/** Whether a connection was given up because it took too long, or none of the pool came free. */
export function isConnectTimeout(error: unknown): boolean {
  return types.isNativeError(error) && CONNECT_TIMEOUT_MESSAGES.test(error.message);
}

/** SQLSTATEs of a server that ends a connection: shut down, crashed, told to. */
const CONNECTION_ENDED = new Set(['57P01', '57P02', '57P05', IDLE_IN_TRANSACTION]);

/**
 * Whether a connection broke while a statement was under way on it: nobody knows then whether a commit was carried out.
 * Not where no connection was made, and not where time ran out.
 */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return state.startsWith('08') || CONNECTION_ENDED.has(state);
  if (!types.isNativeError(error) || isConnectTimeout(error)) return false;
  if ('code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) return true;
  return LOST_MESSAGES.test(error.message);
}

/** Whether a statement that failed so may yet have been carried out: nobody heard what came of it. */
export function mayHaveCommitted(error: unknown): boolean {
  return isConnectionLost(error) || (types.isNativeError(error) && error.message === 'Query read timeout');
}

/** Whether the error means that Postgres is out of reach, shutting down, or out of resources. */
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
