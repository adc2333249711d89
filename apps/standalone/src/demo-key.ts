import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { createApiKey, findIdentity } from '#access/api-keys.js';
import { PERMISSIONS } from '#access/permissions.js';

export interface DemoKey {
  readonly key: string;
  readonly file: string;
  /** Made by this start. */
  readonly isNew: boolean;
}

/** The key of namespace `demo`, agent `demo`: the one in `demo.key`, or a new one where that is missing or void. */
export async function ensureDemoKey(dataSource: DataSource, dataDir: string): Promise<DemoKey> {
  const file = join(dataDir, 'demo.key');
  const kept = await readFile(file, 'utf8').catch(() => '');
  const known = kept.trim() !== '' && (await findIdentity(dataSource, kept.trim(), new Date())) !== null;
  if (known) return { key: kept.trim(), file, isNew: false };
  const demo = { namespace: 'demo', agent: 'demo', name: 'demo', permissions: PERMISSIONS, expiresAt: null };
  const { key } = await createApiKey(dataSource, demo);
  // Written aside and renamed, so that a crash in between leaves no half key.
  await writeFile(`${file}.new`, `${key}\n`, { mode: 0o600 });
  await chmod(`${file}.new`, 0o600);
  await rename(`${file}.new`, file);
  return { key, file, isNew: true };
}
