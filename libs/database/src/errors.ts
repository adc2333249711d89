import { types } from 'node:util';

/** SQLSTATEs after which the same transaction may simply be run again. */
const RETRYABLE = new Set(['40001', '40P01']);

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

const CONNECT_TIMEOUT_MESSAGES = /due to connection timeout|timeout exceeded when trying to connect/;

/** SQLSTATE of a Postgres error, or undefined for any other. */
export function sqlState(error: unknown): string | undefined {
  const code = types.isNativeError(error) && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(sqlState(error) ?? '');
}

/**
 * Whether a statement was given up because it took too long, by either side. Alone it does not tell whether the server
 * or the statement is at fault.
 */
export function isStatementTimeout(error: unknown): boolean {
  return sqlState(error) === '57014' || (types.isNativeError(error) && error.message === 'Query read timeout');
}

/** Whether a connection was given up because it took too long, or none of the pool came free. */
export function isConnectTimeout(error: unknown): boolean {
  return types.isNativeError(error) && CONNECT_TIMEOUT_MESSAGES.test(error.message);
}

/** Whether the error means that Postgres is out of reach, shutting down, or out of resources. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  const state = sqlState(error);
  if (state !== undefined) return UNAVAILABLE_CLASSES.has(state.slice(0, 2));
  if (!types.isNativeError(error)) return false;
  if ('code' in error && typeof error.code === 'string' && UNAVAILABLE_NODE_CODES.has(error.code)) return true;
  return UNAVAILABLE_MESSAGES.test(error.message);
}
