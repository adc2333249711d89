import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './settings.js';

type PepperConfig = Pick<Config, 'API_KEY_PEPPER' | 'API_KEY_PEPPER_PREVIOUS' | 'DATABASE_URL' | 'DATA_DIR'>;

/**
 * What goes into the hashes of API keys. A deployment with its own Postgres that names none has one in a file beside
 * that, made by the first who asks.
 * @throws the system's error where that file can neither be read nor made
 */
export function keyPeppers(config: PepperConfig): { readonly current: string; readonly previous: string } {
  const { API_KEY_PEPPER: given, API_KEY_PEPPER_PREVIOUS: previous, DATABASE_URL } = config;
  const current = given === '' && DATABASE_URL === '' ? ownPepper(config.DATA_DIR) : given;
  return { current, previous };
}

function ownPepper(dataDir: string): string {
  const file = join(dataDir, 'api-keys.pepper');
  mkdirSync(dataDir, { recursive: true });
  try {
    // Of several processes that make it, one does, and the others read what it wrote.
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const pepper = readFileSync(file, 'utf8').trim();
  if (pepper.length < 32) throw new Error(`${file} is cut short: remove it, and API keys made with it are void`);
  return pepper;
}
