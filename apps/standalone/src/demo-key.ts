import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { DataSource } from 'typeorm';
import { createApiKey, findApiKey } from '#access/api-keys.js';
import type { Peppers } from '#access/key-hash.js';
import { PERMISSIONS } from '#access/permissions.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface DemoKey {
  readonly key: string;
  readonly file: string;
  readonly expiresAt: Date | null;
  /** `kept`: the one of an earlier start; `new`: the first of this directory; `renewed`: the one before is void. */
  readonly origin: 'kept' | 'new' | 'renewed';
}

export interface DemoKeyOptions {
  readonly dataDir: string;
  /** How long a new one is good for; 0: for ever. */
  readonly days: number;
  readonly peppers: Peppers;
  readonly now: Date;
}

/**
 * The key of namespace `demo`, agent `demo`: the one in `demo.key`, or a new one where that is missing, expired or void.
 * Only for a Postgres that belongs to this directory: others may reach any other.
 */
export async function ensureDemoKey(dataSource: DataSource, options: DemoKeyOptions): Promise<DemoKey> {
  const { dataDir, days, peppers, now } = options;
  const file = resolve(join(dataDir, 'demo.key'));
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  const known = kept === '' ? null : await findApiKey(dataSource, kept, now, peppers);
  if (known) return { key: kept, file, expiresAt: known.expiresAt, origin: 'kept' };
  const expiresAt = days === 0 ? null : new Date(now.getTime() + days * DAY_MS);
  const demo = { namespace: 'demo', agent: 'demo', name: 'demo', permissions: PERMISSIONS, expiresAt };
  const { key } = await createApiKey(dataSource, demo, peppers);
  // Written aside and renamed, so that a crash in between leaves no half key.
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600 });
  await chmod(`${file}.new`, 0o600);
  await rename(`${file}.new`, file);
  return { key, file, expiresAt, origin: kept === '' ? 'new' : 'renewed' };
}
