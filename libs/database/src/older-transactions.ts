import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from './sql.js';

const POLL_MS = 100;

/**
 * Resolves when every transaction has ended that other sessions of this database had open when it was called. What was
 * committed before the call is then seen by every statement that still runs, and what was deleted is seen by none.
 * @param onWait told the process ids of the sessions that are waited for, once, if there are any
 */
export async function untilOlderTransactionsEnd(
  sql: Sql,
  onWait: (processIds: readonly number[]) => void = () => undefined,
): Promise<void> {
  let open = await openTransactions(sql);
  if (open.length > 0) onWait(open.map(({ pid }) => pid));
  while (open.length > 0) {
    await delay(POLL_MS);
    const still = new Set((await openTransactions(sql)).map(nameOf));
    open = open.filter((transaction) => still.has(nameOf(transaction)));
  }
}

interface OpenTransaction {
  readonly pid: number;
  readonly started: string;
}

async function openTransactions(sql: Sql): Promise<OpenTransaction[]> {
  const { rows } = await sql.query<OpenTransaction>(
    `SELECT pid, xact_start::text AS started FROM pg_stat_activity
     WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
       AND backend_type = 'client backend' ORDER BY pid`,
  );
  return rows;
}

const nameOf = ({ pid, started }: OpenTransaction): string => `${String(pid)} ${started}`;
