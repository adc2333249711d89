import type { ClientBase } from 'pg';

/** What a connection is for: to serve (a limit on each statement), or maintenance that may take hours. */
export type ConnectionPurpose = 'service' | 'maintenance';

/**
 * A peer that is gone without a FIN (a pulled cable, a frozen host, a firewall that forgot the connection) is noticed within about
 * 15 s by either side, where Linux takes two hours by default. `tcp_user_timeout` also ends a connection whose client is
 * stopped while the server has more rows for it than the socket buffers hold.
 */
const PEER_SETTINGS = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '4',
};

/**
 * A transaction that has written holds back every reader of the log, of all tenants, until it ends. A process that is
 * frozen within one must not do so for long; one that works pauses for milliseconds between two statements. Maintenance
 * is given more time: nobody starts it again, and a Ctrl-Z should not cost hours of work.
 */
const IDLE_IN_TRANSACTION_MS = { service: 10_000, maintenance: 60_000 };
const USER_TIMEOUT_MS = { service: 10_000, maintenance: 60_000 };

/** Bounds a transaction of many statements, each of which is in time; five times the limit of one, and at least this. */
const MIN_TRANSACTION_MS = 60_000;

/** A statement whose client is gone ends within this time: its locks would hold up others for nobody. */
const CLIENT_CHECK_MS = 5_000;

/** Idle time after which the client's own side probes the peer, in milliseconds; then ten times, a second apart. */
export const KEEP_ALIVE_DELAY_MS = 5_000;

/** @param statementTimeoutMs 0 = no limit */
export function purposeOf(statementTimeoutMs: number): ConnectionPurpose {
  return statementTimeoutMs > 0 ? 'service' : 'maintenance';
}

/** Server settings that every supported Postgres knows, for the start of a connection. */
export function startSettings(purpose: ConnectionPurpose): Record<string, string> {
  return {
    ...PEER_SETTINGS,
    tcp_user_timeout: String(USER_TIMEOUT_MS[purpose]),
    idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS[purpose]),
  };
}

/** The connection string with server settings that hold from its first statement on. */
export function withSettings(url: string, settings: Readonly<Record<string, string>>): string {
  const changed = new URL(url);
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  changed.searchParams.set('options', [changed.searchParams.get('options') ?? '', ...options].join(' ').trim());
  return changed.href;
}

/**
 * Applies the settings that only newer servers know: `client_connection_check_interval` from Postgres 14,
 * `transaction_timeout` from 17. Costs one round trip a connection; named at its start, they would be refused by older ones.
 * @param statementTimeoutMs 0 = no limit, neither on statements nor on transactions
 */
export async function applyNewerSettings(client: ClientBase, statementTimeoutMs: number): Promise<void> {
  const settings = { client_connection_check_interval: CLIENT_CHECK_MS, ...transactionLimit(statementTimeoutMs) };
  await client.query(
    `SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS wanted (name, value)
     WHERE current_setting(name, true) IS NOT NULL`,
    [Object.keys(settings), Object.values(settings).map(String)],
  );
}

function transactionLimit(statementTimeoutMs: number): { transaction_timeout?: number } {
  if (statementTimeoutMs <= 0) return {};
  return { transaction_timeout: Math.max(MIN_TRANSACTION_MS, 5 * statementTimeoutMs) };
}
