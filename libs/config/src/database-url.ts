import { fileFaults } from './file-faults.js';
import type { Config } from './settings.js';

type DatabaseConfig = Pick<Config, 'DATABASE_PASSWORD' | 'DATABASE_TLS' | 'DATABASE_TLS_CA_FILE'>;

/**
 * Adds password and TLS settings to a connection string. `verify-full` encrypts, and verifies the server's certificate
 * against the authority and its name against the URL's host, with no fallback to plain text.
 * @param url empty stays empty
 */
export function databaseUrl(
  url: string,
  { DATABASE_PASSWORD, DATABASE_TLS, DATABASE_TLS_CA_FILE }: DatabaseConfig,
): string {
  if (url === '') return url;
  const changed = new URL(url);
  if (DATABASE_PASSWORD !== '' && changed.password === '') changed.password = encodeURIComponent(DATABASE_PASSWORD);
  if (DATABASE_TLS === 'verify-full') changed.searchParams.set('sslmode', 'verify-full');
  if (DATABASE_TLS_CA_FILE !== '') changed.searchParams.set('sslrootcert', DATABASE_TLS_CA_FILE);
  return changed.href;
}

/** Faults of the database settings: missing or contradictory values. */
export function databaseFaults({
  DATABASE_TLS,
  DATABASE_TLS_CA_FILE,
  DATABASE_URL,
  DATABASE_SERVICE_URL,
}: DatabaseConfig & Pick<Config, 'DATABASE_URL' | 'DATABASE_SERVICE_URL'>): string[] {
  if (DATABASE_SERVICE_URL !== '' && DATABASE_URL === '')
    return ["DATABASE_SERVICE_URL needs DATABASE_URL, the owner's"];
  if (DATABASE_TLS_CA_FILE === '') return [];
  if (DATABASE_TLS === 'off') return ['DATABASE_TLS_CA_FILE needs DATABASE_TLS=verify-full'];
  return fileFaults('DATABASE_TLS_CA_FILE', DATABASE_TLS_CA_FILE);
}
