import type { Pool, QueryResult } from 'pg';
import type { Sql } from '#database/sql.js';
import { inTransaction } from '#database/transaction.js';
import { leaseStatement } from './lease-statement.js';
import { NO_SCOPE, type Job, type LeaseOptions, type QueueTable } from './queue-table.js';

/**
 * Queue of jobs in a table, which any number of processes share. A lease moves the due time of its jobs, so that they
 * are due again when it ends, in case the worker died. Leases are not renewed: they must outlast the work. The owner of
 * the table adds jobs, in the transaction that makes them necessary.
 */
export class LeasedQueue {
  constructor(private readonly table: QueueTable) {}

  /**
   * Leases due jobs of one scope, earliest due first. Jobs of a lease are processed one after another or in one batch,
   * so a lease counts as one towards the limits.
   * @param pool connection pool of the owner, which sees all scopes
   * @returns no jobs if none is due, or none may be leased within the limits
   */
  async lease(pool: Pool, options: LeaseOptions): Promise<Job[]> {
    const { perScope, inAll } = options.limits;
    if (perScope + inAll === 0) return this.leaseInTurn(pool, options);
    return inTransaction(pool, async (tx) => {
      // Serialized: two concurrent counts would each see room for one more lease.
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`engraph leases of ${this.table.name}`]);
      return this.leaseInTurn(tx, options);
    });
  }

  /** Gives back jobs of one scope after a fault that was not theirs: the attempt does not count. */
  async giveBack(pool: Pool, jobs: readonly Job[], dueAt: Date): Promise<void> {
    const uncount = this.table.counted ? 'attempts = attempts - 1, lease_id = NULL, ' : '';
    await this.changeJobs(pool, jobs, `UPDATE ${this.table.name} SET ${uncount}${this.table.dueAt} = $3`, dueAt);
  }

  /**
   * Ends the attempt at jobs of one scope, which failed: they are due again when their lease ends, but it no longer
   * counts towards the limits. Only for a queue that counts.
   */
  async fail(pool: Pool, jobs: readonly Job[]): Promise<void> {
    await this.changeJobs(pool, jobs, `UPDATE ${this.table.name} SET lease_id = NULL`);
  }

  /** Postpones the due jobs of a scope until `dueAt`. */
  async postponeScope(pool: Pool, scopeId: string, now: Date, dueAt: Date): Promise<void> {
    const { name, dueAt: column } = this.table;
    const [isOurs, value] = this.isOurs(4);
    const text = `UPDATE ${name} SET ${column} = $3 WHERE scope_id = $1 AND ${column} <= $2${isOurs}`;
    await pool.query(text, [scopeId, now, dueAt, ...value]);
  }

  /**
   * Removes jobs from the queue, in the transaction that stores their results.
   * @returns memories whose job no other worker had completed
   */
  async complete(tx: Sql, scopeId: string, memoryIds: readonly string[]): Promise<Set<string>> {
    const { name, dueAt, completed } = this.table;
    const change = completed === 'deleted' ? `DELETE FROM ${name}` : `UPDATE ${name} SET ${dueAt} = NULL`;
    const { rows } = await this.change(tx, scopeId, memoryIds, change);
    return new Set(rows.map((row) => row.memory_id));
  }

  /** After the last scope the first one follows. */
  private async leaseInTurn(sql: Sql, options: LeaseOptions): Promise<Job[]> {
    const { rows } = await this.runLease(sql, options);
    const isWholeRound = this.table.turns === 'longest-due' || options.after === NO_SCOPE;
    if (rows.length > 0 || isWholeRound) return rows;
    return (await this.runLease(sql, { ...options, after: NO_SCOPE })).rows;
  }

  private runLease(sql: Sql, options: LeaseOptions): Promise<QueryResult<Job>> {
    const { text, values } = leaseStatement(this.table, options);
    return sql.query<Job>(text, values);
  }

  private async changeJobs(pool: Pool, jobs: readonly Job[], change: string, ...values: unknown[]): Promise<void> {
    const [first] = jobs;
    const memoryIds = jobs.map((job) => job.memoryId);
    if (first) await this.change(pool, first.scopeId, memoryIds, change, ...values);
  }

  /** Changes the rows of jobs of a scope. @param values of $3 and further parameters */
  private change(
    sql: Sql,
    scopeId: string,
    memoryIds: readonly string[],
    change: string,
    ...values: unknown[]
  ): Promise<QueryResult<{ memory_id: string }>> {
    const [isOurs, value] = this.isOurs(3 + values.length);
    const text = `${change} WHERE scope_id = $1 AND memory_id = ANY ($2::uuid[])${isOurs}
       AND ${this.table.dueAt} IS NOT NULL RETURNING memory_id`;
    return sql.query(text, [scopeId, memoryIds, ...values, ...value]);
  }

  /** Condition on the rows of this queue, to append, and the value of its parameter. */
  private isOurs(parameter: number): [condition: string, value: unknown[]] {
    const { only } = this.table;
    return only ? [` AND ${only.column} = $${String(parameter)}`, [only.value]] : ['', []];
  }
}
