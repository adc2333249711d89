import type { Logger } from 'pino';

/** Warns if requests use the owner's login: it assumes the service role, and could drop it again. */
export function warnOfOneLogin(serviceUrl: string, log: Logger): void {
  if (serviceUrl === '') log.warn('DATABASE_SERVICE_URL is not set: requests use the login that owns the tables');
}
