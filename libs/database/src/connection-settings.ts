import type { ClientBase } from 'pg';

/** Purpose of a connection: serving (with a limit on each statement), or maintenance that may take hours. */
export type ConnectionPurpose = 'service' | 'maintenance';

/**
 * Keepalive settings: a peer that is lost without a FIN (a pulled cable, a frozen host, a firewall that dropped the
 * connection) is noticed within about 15 s by either side, where Linux takes two hours by default. `tcp_user_timeout`
 * also ends a connection whose client is stopped while the server has more rows for it than the socket buffers hold.
 */
const PEER_SETTINGS = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '4',
};

/**
 * Idle limit within a transaction. A transaction that has written holds back every reader of the log, of all tenants,
 * until it ends. A process frozen within one must not do so for long; a working one pauses for milliseconds between
 * statements. Maintenance gets more time: nobody restarts it, and a Ctrl-Z should not cost hours of work.
 */
const IDLE_IN_TRANSACTION_MS = { service: 10_000, maintenance: 60_000 };
const USER_TIMEOUT_MS = { service: 10_000, maintenance: 60_000 };

/**
 * Minimum limit of a transaction, in milliseconds; it bounds transactions of many short statements. The limit is five
 * times that of a statement, but at least this.
 */
const MIN_TRANSACTION_MS = 60_000;

/**
 * Interval, in milliseconds, at which the server checks for a lost client during a statement, whose locks would block
 * others in vain.
 */
const CLIENT_CHECK_MS = 5_000;

/** Idle time after which the client probes the peer, in milliseconds; then ten times, a second apart. */
export const KEEP_ALIVE_DELAY_MS = 5_000;

/**
 * Purpose of a connection with this limit on statements.
 * @param statementTimeoutMs 0 for no limit
 */
export function purposeOf(statementTimeoutMs: number): ConnectionPurpose {
  return statementTimeoutMs > 0 ? 'service' : 'maintenance';
}

/** Server settings for the start of a connection, known to every supported Postgres. */
export function startSettings(purpose: ConnectionPurpose): Record<string, string> {
  return {
    ...PEER_SETTINGS,
    tcp_user_timeout: String(USER_TIMEOUT_MS[purpose]),
    idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS[purpose]),
  };
}

/** Adds server settings to a connection string; they apply from the first statement on. */
export function withSettings(url: string, settings: Readonly<Record<string, string>>): string {
  const changed = new URL(url);
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  changed.searchParams.set('options', [changed.searchParams.get('options') ?? '', ...options].join(' ').trim());
  return changed.href;
}

/**
 * Applies settings that only newer servers know: `client_connection_check_interval` from Postgres 14,
 * `transaction_timeout` from 17. Takes one round trip per connection, because older servers would refuse these as start
 * parameters.
 * @param statementTimeoutMs 0 for no limit, neither on statements nor on transactions
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
