import type { Logger } from 'pino';

/** Says so where requests are served by the owner's login, which takes on the service's role and could lay it down. */
export function warnOfOneLogin(serviceUrl: string, log: Logger): void {
  if (serviceUrl === '')
    log.warn('DATABASE_SERVICE_URL is not set: requests are served by the login that owns the tables');
}
