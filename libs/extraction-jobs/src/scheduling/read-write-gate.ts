/** Lets any number of works run together, or one by itself. They begin in the order in which they came. */
export class SharedExclusiveGate {
  private together = 0;
  private alone = false;
  private readonly waiting: { readonly isAlone: boolean; readonly begin: () => void }[] = [];

  /** Runs beside others, never beside one that runs alone. */
  shared<T>(work: () => Promise<T>): Promise<T> {
    return this.run(false, work);
  }

  /** Runs when nothing else does. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.run(true, work);
  }

  private async run<T>(isAlone: boolean, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.waiting.push({ isAlone, begin });
      this.admit();
    });
    try {
      return await work();
    } finally {
      if (isAlone) this.alone = false;
      else this.together -= 1;
      this.admit();
    }
  }

  private admit(): void {
    for (let next = this.waiting[0]; next; next = this.waiting[0]) {
      if (this.alone || (next.isAlone && this.together > 0)) return;
      this.waiting.shift();
      if (next.isAlone) this.alone = true;
      else this.together += 1;
      next.begin();
    }
  }
}
