import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { DataDirUnusable, EmbeddedPostgresUnavailable } from './embedded-postgres-errors.js';

const run = promisify(execFile);

/** The operating system user that Postgres runs as. */
export interface OsAccount {
  uid: number;
  gid: number;
}

const ACCOUNT_NAME = 'postgres';

/**
 * Determines which user runs Postgres on `clusterDir`; undefined for the current one. Postgres refuses to run as root.
 * So for root it is the owner of the cluster or, before there is one (or when root copied it), the user `postgres`,
 * which is created if it does not exist.
 *
 * Throws DataDirUnusable if the cluster belongs to another user, EmbeddedPostgresUnavailable if no user can be created.
 */
export async function postgresAccount(dataDir: string, clusterDir: string): Promise<OsAccount | undefined> {
  const owner = await stat(clusterDir).catch(() => undefined);
  const uid = process.getuid?.();
  if (uid !== 0) {
    if (owner === undefined || owner.uid === uid) return undefined;
    throw new DataDirUnusable(dataDir, `${clusterDir} belongs to user ${owner.uid}, and this process is user ${uid}`);
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = (await findAccount()) ?? (await createAccount());
  if (owner !== undefined) await run('chown', ['-R', `${account.uid}:${account.gid}`, clusterDir]);
  return account;
}

async function findAccount(): Promise<OsAccount | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', ACCOUNT_NAME]), run('id', ['-g', ACCOUNT_NAME])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createAccount(): Promise<OsAccount> {
  let cause: unknown;
  try {
    await run('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      ACCOUNT_NAME,
    ]);
  } catch (error) {
    cause = error;
  }
  const account = await findAccount();
  if (account !== undefined) return account;
  throw new EmbeddedPostgresUnavailable(
    `Postgres does not run as root, and useradd could not create the user "${ACCOUNT_NAME}": start as another user`,
    { cause },
  );
}
