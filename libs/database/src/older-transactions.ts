import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from './sql.js';

const POLL_MS = 100;

/**
 * Resolves when every transaction has ended that others had open in this database at the time of the call, including
 * prepared ones and those of standbys. Then every running statement sees what was committed before the call, and none
 * sees what was deleted.
 * @param sql a session outside of a transaction: within one, pg_stat_activity does not change
 * @param onWait called once with the names of the holders, if there are any
 */
export async function untilOlderTransactionsEnd(
  sql: Sql,
  onWait: (holders: readonly string[]) => void = () => undefined,
): Promise<void> {
  const { rows } = await sql.query<{ now: string }>('SELECT pg_snapshot_xmax(pg_current_snapshot())::xid::text AS now');
  const mark = rows[0]?.now ?? '';
  let open = await holdersOf(sql, mark);
  if (open.length > 0) onWait(open.map(({ holder }) => holder));
  while (open.length > 0) {
    await delay(POLL_MS);
    const still = new Set((await holdersOf(sql, mark)).map(nameOf));
    open = open.filter((transaction) => still.has(nameOf(transaction)));
  }
}

interface Holder {
  readonly holder: string;
  /** Distinguishes the transactions of one session. */
  readonly since: string;
}

async function holdersOf(sql: Sql, mark: string): Promise<Holder[]> {
  const { rows } = await sql.query<Holder>(
    `SELECT 'process ' || pid AS holder, xact_start::text AS since FROM pg_stat_activity
     WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
       AND backend_type = 'client backend'
     UNION ALL
     SELECT 'prepared transaction ' || gid, prepared::text FROM pg_prepared_xacts WHERE database = current_database()
     UNION ALL
     SELECT 'standby ' || application_name, pid::text FROM pg_stat_replication
     WHERE backend_xmin IS NOT NULL AND age(backend_xmin) > age($1::xid)
     UNION ALL
     SELECT 'replication slot ' || slot_name, '' FROM pg_replication_slots
     WHERE xmin IS NOT NULL AND age(xmin) > age($1::xid)
     ORDER BY holder`,
    [mark],
  );
  return rows;
}

const nameOf = ({ holder, since }: Holder): string => `${holder} ${since}`;
