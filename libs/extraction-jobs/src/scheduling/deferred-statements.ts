/**
 * Statements that must eventually run, such as releasing a lease: run at once, or in order when the database is
 * available again.
 */
export class DeferredStatements {
  private readonly pending: (() => Promise<void>)[] = [];

  add(statement: () => Promise<void>): void {
    this.pending.push(statement);
  }

  /** Adds a statement and runs all pending ones. @throws what a statement throws; the next `flush` tries it again */
  async run(statement: () => Promise<void>): Promise<void> {
    this.add(statement);
    await this.flush();
  }

  /** Runs all pending statements. @throws what a statement throws; it and those after it stay pending */
  async flush(): Promise<void> {
    for (let next = this.pending.shift(); next; next = this.pending.shift()) {
      try {
        await next();
      } catch (error) {
        this.pending.unshift(next);
        throw error;
      }
    }
  }
}
