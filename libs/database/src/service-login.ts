import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg, { type Pool } from 'pg';
import { SERVICE_ROLE } from './schema/row-security.js';

/** Thrown when the login that serves requests has rights reserved to the owner. */
export class ServiceLoginTooStrong extends Error {
  override readonly name = 'ServiceLoginTooStrong';
  constructor(readonly login: string) {
    super(
      `the login ${login} of DATABASE_SERVICE_URL is a superuser, may bypass row security or make roles, reads or writes all ` +
        `data, or can become the owner of the tables or another such role: give one that cannot, such as ${SERVICE_ROLE}, which \`engraph migrate\` makes`,
    );
  }
}

/** Thrown when the service's login does not work and the owner cannot set its password. */
export class ServiceLoginNotMade extends Error {
  override readonly name = 'ServiceLoginNotMade';
  constructor(reason: string, options?: ErrorOptions) {
    super(
      `the login of DATABASE_SERVICE_URL cannot log in, and cannot be made: ${reason}; an administrator of the server does ` +
        `that with ALTER ROLE ${SERVICE_ROLE} LOGIN PASSWORD '…'`,
      options,
    );
  }
}

/** Predefined roles of Postgres that read or write past table grants, or act as the server's user. */
const STRONG_ROLES = [
  ...['pg_read_all_data', 'pg_write_all_data', 'pg_database_owner'],
  ...['pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program'],
];

/**
 * Checks the rights of the service's login.
 * @throws ServiceLoginTooStrong when the sessions of this pool could do more than serve
 */
export async function checkServiceLogin(service: Pool): Promise<void> {
  const { rows } = await service.query<{ login: string; strong: boolean }>(
    `SELECT session_user::text AS login,
            EXISTS (
              SELECT FROM pg_roles AS r
              WHERE (rolsuper OR rolbypassrls OR rolcreaterole OR rolname = ANY ($1))
                AND pg_has_role(session_user, r.oid, 'MEMBER')) OR EXISTS (
              SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
                AND pg_has_role(session_user, relowner, 'MEMBER')) AS strong`,
    [STRONG_ROLES],
  );
  const [found] = rows;
  if (found?.strong !== false) throw new ServiceLoginTooStrong(found?.login ?? '?');
}

/** SQLSTATEs of a wrong password or a role without login; other errors mean that the server is unreachable. */
const REFUSED = new Set(['28P01', '28000']);
const ALTERED_BY_ANOTHER = 'XX000';

/**
 * Lets the service's role log in with the password of `serviceUrl`, as its owner; does nothing when it already can. Any
 * other login must be created by an administrator. The password itself is never sent, only its SCRAM verifier.
 * @throws ServiceLoginNotMade, or the driver's error when the database is unreachable
 */
export async function ensureServiceLogin(
  owner: { query(text: string): Promise<unknown> },
  serviceUrl: string,
): Promise<void> {
  const refusal = await refusalOf(serviceUrl);
  if (refusal === null) return;
  const { username, password } = new URL(serviceUrl);
  if (decodeURIComponent(username) !== SERVICE_ROLE)
    throw new ServiceLoginNotMade(`only ${SERVICE_ROLE} is created automatically`, { cause: refusal });
  const secret = decodeURIComponent(password);
  if (!/^[\x21-\x7e]{8,}$/.test(secret))
    throw new ServiceLoginNotMade('its password must have at least 8 visible ASCII characters', { cause: refusal });
  try {
    await owner.query(`ALTER ROLE ${SERVICE_ROLE} LOGIN PASSWORD '${scramVerifierOf(secret)}'`);
  } catch (error) {
    if (!hasCode(error, ALTERED_BY_ANOTHER)) throw new ServiceLoginNotMade(messageOf(error), { cause: error });
  }
  const still = await refusalOf(serviceUrl);
  if (still !== null) throw new ServiceLoginNotMade(messageOf(still), { cause: still });
}

/**
 * Error with which the server refuses this login; null when it accepts it.
 * @throws any other error
 */
async function refusalOf(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && REFUSED.has(String(error.code))) return error;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const ITERATIONS = 4096;

/** SCRAM verifier that Postgres stores for a password (RFC 5803): enough to check one, not to log in with. */
function scramVerifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${String(ITERATIONS)}:${salt.toString('base64')}$${storedKey}:${keyOf('Server Key').toString('base64')}`;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}
