import type { Sql } from '#database/sql.js';

/** The schema of pgvector, or the reason why it cannot be used. */
export type Pgvector = { readonly schema: string } | { readonly missing: string };

interface ExtensionRow {
  readonly installed: string | null;
  readonly available: string;
  readonly schema: string | null;
  readonly may: boolean;
}

/** First version with iterative index scans, which continue past filtered and deleted rows. */
const MIN_VERSION = [0, 8];

/** Creates the extension if it is missing and may be created. */
export async function ensurePgvector(sql: Sql): Promise<Pgvector> {
  const found = await readExtension(sql);
  if (!found) return { missing: 'pgvector is not installed on the server' };
  const version = found.installed ?? found.available;
  if (!isEnough(version)) return { missing: `pgvector ${version} is older than ${MIN_VERSION.join('.')}` };
  if (found.schema !== null) return { schema: found.schema };
  if (!found.may) return { missing: 'the role may not create the extension vector' };
  await sql.query('CREATE EXTENSION IF NOT EXISTS vector');
  return { schema: (await readExtension(sql))?.schema ?? '' };
}

async function readExtension(sql: Sql): Promise<ExtensionRow | undefined> {
  const { rows } = await sql.query<ExtensionRow>(
    `SELECT e.extversion AS installed, a.default_version AS available, quote_ident(n.nspname) AS schema,
       (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
         OR (v.trusted AND has_database_privilege(current_database(), 'CREATE')) AS may
     FROM pg_available_extensions AS a
     JOIN pg_available_extension_versions AS v ON v.name = a.name AND v.version = a.default_version
     LEFT JOIN pg_extension AS e ON e.extname = a.name
     LEFT JOIN pg_namespace AS n ON n.oid = e.extnamespace
     WHERE a.name = 'vector'`,
  );
  return rows[0];
}

function isEnough(version: string): boolean {
  const parts = version.split('.').map(Number);
  const first = MIN_VERSION.findIndex((least, i) => (parts[i] ?? 0) !== least);
  return first < 0 || (parts[first] ?? 0) > (MIN_VERSION[first] ?? 0);
}
