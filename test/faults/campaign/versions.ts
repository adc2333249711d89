import type { Program } from './program.js';

/** Versions of a deployment's programs: the older one until the upgrade, then either. */
export class Versions {
  /** Number of restarts in another version. */
  changes = 0;
  private current: string;

  /**
   * @param newer root of the built repository
   * @param older root of a built earlier commit; null without an upgrade
   */
  constructor(
    private readonly newer: string,
    private readonly older: string | null,
  ) {
    this.current = older ?? newer;
  }

  /** Version of starting programs, and of commands. */
  get root(): string {
    return this.current;
  }

  get hasOlder(): boolean {
    return this.older !== null;
  }

  get isUpgraded(): boolean {
    return this.current === this.newer;
  }

  /** @param migrate runs before the first program of the newer version starts */
  async upgrade(migrate: (root: string) => Promise<void>): Promise<void> {
    if (this.isUpgraded) return;
    await migrate(this.newer);
    this.current = this.newer;
  }

  /** Switches between the older and the newer version; does nothing before the upgrade. */
  async change(program: Program): Promise<void> {
    if (this.older === null || !this.isUpgraded) return;
    this.changes += 1;
    await program.runFrom(program.root === this.newer ? this.older : this.newer);
  }

  /** Restarts all programs of the older version in the newer one. */
  async settle(programs: readonly Program[]): Promise<void> {
    if (!this.isUpgraded) return;
    for (const program of programs.filter(({ root }) => root !== this.newer)) await this.change(program);
  }
}
