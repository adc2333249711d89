import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './settings.js';

type PepperConfig = Pick<Config, 'API_KEY_PEPPER' | 'API_KEY_PEPPER_PREVIOUS' | 'DATABASE_URL' | 'DATA_DIR'>;

/**
 * Peppers of API keys. With the embedded Postgres and no configured pepper, one is kept in a file in DATA_DIR, which
 * the first process creates.
 * @throws the system's error if that file can neither be read nor created
 */
export function keyPeppers(config: PepperConfig): { readonly current: string; readonly previous: string } {
  const { API_KEY_PEPPER: configured, API_KEY_PEPPER_PREVIOUS: previous, DATABASE_URL } = config;
  const current = configured === '' && DATABASE_URL === '' ? ownPepper(config.DATA_DIR) : configured;
  return { current, previous };
}

function ownPepper(dataDir: string): string {
  const file = join(dataDir, 'api-keys.pepper');
  mkdirSync(dataDir, { recursive: true });
  try {
    // If several processes try to create it, one succeeds and the others read its file.
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const pepper = readFileSync(file, 'utf8').trim();
  if (pepper.length < 32)
    throw new Error(
      `${file} is truncated: restore it from a backup, or remove it, which invalidates the API keys made with it`,
    );
  return pepper;
}
