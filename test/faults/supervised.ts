import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { NODE_ARGUMENTS } from '../harness/node-arguments.js';

const RESTART_MS = 200;

/** A program that is restarted whenever it exits, as by a container runtime. */
export class Supervised {
  private child: ChildProcess | undefined;
  private stopping = false;
  /** Its last output, for the report of a failure. */
  output = '';
  starts = 0;

  constructor(
    private readonly script: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  start(): void {
    this.starts += 1;
    const child = spawn(process.execPath, [...NODE_ARGUMENTS, this.script], {
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        this.output = (this.output + chunk.toString()).slice(-4_000);
      });
    child.once('exit', () => {
      if (this.stopping) return;
      void delay(RESTART_MS).then(() => {
        if (!this.stopping) this.start();
      });
    });
  }

  /** Kills it with SIGKILL. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.kill();
  }
}
