import { isDatabaseUnavailable } from '#database/errors.js';

/** One-line message for an error that ends the process. */
export function exitLine(error: unknown): string {
  if (!(error instanceof Error)) return 'engraph: unknown error';
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `engraph: port ${String(error.port)} is taken; choose another with PORT=…`;
  if (isDatabaseUnavailable(error)) return `engraph: the database cannot be reached: ${messageOf(error)}`;
  return `engraph: ${messageOf(error)}`;
}

function messageOf(error: Error): string {
  if (error instanceof AggregateError) return error.errors.map((e) => (e instanceof Error ? e.message : '')).join('; ');
  return error.message;
}
