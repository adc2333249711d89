/** What is owed to the database, as to give a lease back: done at once, or when the database is back, in order. */
export class DeferredStatements {
  private readonly pending: (() => Promise<void>)[] = [];

  add(statement: () => Promise<void>): void {
    this.pending.push(statement);
  }

  /** @throws what a statement throws; it is tried again by the next `pay` */
  async run(statement: () => Promise<void>): Promise<void> {
    this.add(statement);
    await this.flush();
  }

  /** @throws what a statement throws; it and those after it are kept */
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
