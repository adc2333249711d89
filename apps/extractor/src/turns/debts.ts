/** What is owed to the database, as to give a lease back: done at once, or when the database is back, in order. */
export class Debts {
  private readonly owed: (() => Promise<void>)[] = [];

  add(statement: () => Promise<void>): void {
    this.owed.push(statement);
  }

  /** @throws what a statement throws; it is tried again by the next `pay` */
  async owe(statement: () => Promise<void>): Promise<void> {
    this.add(statement);
    await this.pay();
  }

  /** @throws what a statement throws; it and those after it are kept */
  async pay(): Promise<void> {
    for (let next = this.owed.shift(); next; next = this.owed.shift()) {
      try {
        await next();
      } catch (error) {
        this.owed.unshift(next);
        throw error;
      }
    }
  }
}
