import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#database/embedded-postgres.js';
import { writeCertificates, type TestCertificates } from './certificates.js';
import { engineDirectory } from './engines.js';
import { freePort } from './free-port.js';
import { query } from './postgres.js';
import { until } from './until.js';

/** A Postgres whose database accepts only TLS connections. */
export interface SecuredPostgres {
  /** Connection string of the database, without TLS parameters. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const NAME = 'secured';

/** Rules placed before those of initdb: the first match decides. */
const RULES = `hostssl ${NAME} all 127.0.0.1/32 scram-sha-256\nhostnossl ${NAME} all 0.0.0.0/0 reject\n`;

export async function startSecuredPostgres(certificates: TestCertificates): Promise<SecuredPostgres> {
  const dir = engineDirectory('postgres');
  const server = await startEmbeddedPostgres({ dataDir: dir, log: () => undefined, port: await freePort() });
  const cluster = join(dir, 'postgres');
  const rules = join(cluster, 'pg_hba.conf');
  await writeCertificates(cluster, certificates, await stat(rules));
  await writeFile(rules, RULES + (await readFile(rules, 'utf8')));
  await query(server.url, `CREATE DATABASE ${NAME}`);
  // Relative to its directory: the account that it runs as may lack access to a parent.
  for (const [setting, value] of Object.entries({ ssl_cert_file: 'cert.pem', ssl_key_file: 'key.pem', ssl: 'on' }))
    await query(server.url, `ALTER SYSTEM SET ${setting} = '${value}'`);
  await query(server.url, 'SELECT pg_reload_conf()');
  await until(async () => (await query(server.url, 'SHOW ssl'))[0]?.['ssl'] === 'on', 10_000, 'TLS in Postgres');
  const url = new URL(server.url);
  url.hostname = 'localhost';
  url.pathname = `/${NAME}`;
  return {
    url: url.href,
    stop: async () => {
      await server.stop();
      await rm(dir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}
