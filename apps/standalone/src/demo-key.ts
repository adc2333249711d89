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
  /**
   * `kept`: created by an earlier start; `new`: the first one of this directory; `renewed`: replaces one that is no
   * longer valid.
   */
  readonly origin: 'kept' | 'new' | 'renewed';
}

export interface DemoKeyOptions {
  readonly dataDir: string;
  /** Lifetime of a new key; 0: it never expires. */
  readonly days: number;
  readonly peppers: Peppers;
  readonly now: Date;
}

/**
 * Returns the key of namespace `demo`, agent `demo`: the one in `demo.key`, or a new one if that is missing, expired or
 * revoked. Only for the embedded Postgres of this directory, because other databases may be reachable by other users.
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
  // Write to a temporary file and rename it, so that a crash leaves no partial key.
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600 });
  await chmod(`${file}.new`, 0o600);
  await rename(`${file}.new`, file);
  return { key, file, expiresAt, origin: kept === '' ? 'new' : 'renewed' };
}
