import { execFile } from 'node:child_process';
import { chmod, cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { engineDirectory } from './engines.js';
import { query } from './postgres.js';
import { until } from './until.js';

const tools = fileURLToPath(new URL('../../tools/pgvector/', import.meta.url));

/**
 * Makes the extension vector available to a database, which may then create it. The container image includes it; the
 * embedded Postgres gets the path where tools/pgvector/fetch.sh puts it. Other databases of the server are not
 * affected.
 * @param url of a superuser, to the database
 * @returns where it lies on this machine
 */
export async function offerPgvector(url: string): Promise<string | null> {
  if ((await query(url, `SELECT FROM pg_available_extensions WHERE name = 'vector'`)).length > 0) return null;
  const dir = (await knownDirectory(url)) ?? (await newDirectory(url));
  const database = new URL(url).pathname.slice(1);
  await query(url, `ALTER DATABASE ${database} SET extension_control_path = '$system:${dir}'`);
  return dir;
}

async function libraryPath(url: string): Promise<string> {
  const [row] = await query(url, 'SHOW dynamic_library_path');
  return String(row?.['dynamic_library_path']);
}

/** Directories that the server already searches. */
async function knownDirectory(url: string): Promise<string | undefined> {
  const lib = (await libraryPath(url)).split(':').find((path) => path.includes('engraph-test-pgvector'));
  return lib && dirname(lib);
}

/** Of the whole server: processes that build an index together look there before they know their database. */
async function newDirectory(url: string): Promise<string> {
  await promisify(execFile)(join(tools, 'fetch.sh'));
  const dir = engineDirectory('pgvector');
  await cp(join(tools, 'target/18'), dir, { recursive: true });
  // The account of Postgres may lack access to this checkout.
  await chmod(dir, 0o755);
  await query(url, `ALTER SYSTEM SET dynamic_library_path = '$libdir:${dir}/lib'`);
  await query(url, 'SELECT pg_reload_conf()');
  await until(async () => (await libraryPath(url)).includes(dir), 60_000, 'the new library path');
  return dir;
}
