/** Shared/exclusive lock: runs any number of shared tasks together, or one exclusive task, in order of arrival. */
export class SharedExclusiveGate {
  private sharedCount = 0;
  private exclusiveRunning = false;
  private readonly waiting: { readonly isExclusive: boolean; readonly begin: () => void }[] = [];

  /** Runs a task beside other shared tasks, never beside an exclusive one. */
  shared<T>(work: () => Promise<T>): Promise<T> {
    return this.run(false, work);
  }

  /** Runs a task with no other task running. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.run(true, work);
  }

  private async run<T>(isExclusive: boolean, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.waiting.push({ isExclusive, begin });
      this.admit();
    });
    try {
      return await work();
    } finally {
      if (isExclusive) this.exclusiveRunning = false;
      else this.sharedCount -= 1;
      this.admit();
    }
  }

  private admit(): void {
    for (let next = this.waiting[0]; next; next = this.waiting[0]) {
      if (this.exclusiveRunning || (next.isExclusive && this.sharedCount > 0)) return;
      this.waiting.shift();
      if (next.isExclusive) this.exclusiveRunning = true;
      else this.sharedCount += 1;
      next.begin();
    }
  }
}
