import type { Program } from './program.js';

/** Which of two versions the programs of a deployment run: the older one's until it is upgraded, then either's. */
export class Versions {
  /** How often a program was started again in another version. */
  changes = 0;
  private current: string;

  /**
   * @param newer the root of the repository whose programs run, built
   * @param older that of an earlier commit; null where all run the same
   */
  constructor(
    private readonly newer: string,
    private readonly older: string | null,
  ) {
    this.current = older ?? newer;
  }

  /** Of the programs that start, and of commands. */
  get root(): string {
    return this.current;
  }

  get hasOlder(): boolean {
    return this.older !== null;
  }

  get isUpgraded(): boolean {
    return this.current === this.newer;
  }

  /** @param migrate what must be done before a program of the newer version may start */
  async upgrade(migrate: (root: string) => Promise<void>): Promise<void> {
    if (this.isUpgraded) return;
    await migrate(this.newer);
    this.current = this.newer;
  }

  /** From the older version to the newer, or back; nothing before the upgrade. */
  async change(program: Program): Promise<void> {
    if (this.older === null || !this.isUpgraded) return;
    this.changes += 1;
    await program.runFrom(program.root === this.newer ? this.older : this.newer);
  }

  /** All that run the older version go on in the newer. */
  async settle(programs: readonly Program[]): Promise<void> {
    if (!this.isUpgraded) return;
    for (const program of programs.filter(({ root }) => root !== this.newer)) await this.change(program);
  }
}
