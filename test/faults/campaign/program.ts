import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NODE_ARGUMENTS } from '../../harness/node-arguments.js';

const RESTART_MS = 200;
/** Time limit for a program to stop. */
const GRACE_MS = 10_000;

export interface ProgramOptions {
  readonly name: string;
  /** Path of its main module from the root of the repository. */
  readonly script: string;
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  /** File with the offset of its clock. */
  readonly workDir: string;
}

/** Counts of the faults of a program. */
export interface Struck {
  kills: number;
  freezes: number;
  clockJumps: number;
}

/** A service that is restarted whenever it exits, as by a container runtime, and that the campaign disturbs. */
export class Program {
  readonly struck: Struck = { kills: 0, freezes: 0, clockJumps: 0 };
  /** Signals not sent by the campaign: aborts, segmentation faults. */
  readonly crashes: string[] = [];
  /** Its last output. */
  output = '';
  private child: ChildProcess | undefined;
  private stopping = false;
  private frozen = false;
  private failpoints = '';
  private armed = false;
  private upSince = 0;
  /** Repository that it runs from, initially that of its options. */
  root: string;

  constructor(readonly options: ProgramOptions) {
    this.root = options.root;
  }

  get name(): string {
    return this.options.name;
  }

  /** Time of its last start or thaw; 0 while it is frozen. A load balancer avoids programs that do not respond. */
  get answersSince(): number {
    return this.frozen ? 0 : this.upSince;
  }

  /** An armed failpoint may have stopped it. */
  private get running(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  start(): void {
    const { script, env, name } = this.options;
    const { root } = this;
    this.stopping = false;
    this.upSince = Date.now();
    const shift = `--import=${join(root, 'test/faults/campaign/shift-clock.mjs')}`;
    const child = spawn(process.execPath, [...NODE_ARGUMENTS, shift, script], {
      cwd: root,
      env: { ...env, ENGRAPH_FAILPOINTS: this.failpoints, CLOCK_OFFSET_FILE: this.clockFile },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.armed = this.failpoints !== '';
    this.failpoints = '';
    this.child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        this.output = (this.output + chunk.toString()).slice(-6_000);
      });
    child.once('exit', (_code, signal) => {
      if (signal === 'SIGKILL') this.struck.kills += 1;
      else if (signal !== null && signal !== 'SIGTERM')
        this.crashes.push(`${name} ended by ${signal}: ${this.output.slice(-400)}`);
      if (this.stopping) return;
      void delay(RESTART_MS).then(() => {
        if (!this.stopping && this.child === child) this.start();
      });
    });
  }

  async kill(): Promise<void> {
    await this.endBy('SIGKILL');
  }

  /** Restarts it with armed failpoints. */
  async restartWith(failpoints: string): Promise<void> {
    this.failpoints = failpoints;
    await this.endBy('SIGKILL');
  }

  /** Stops it as an orchestrator does, and restarts it from another repository, in another version. */
  async runFrom(root: string): Promise<void> {
    this.root = root;
    this.failpoints = '';
    const grace = setTimeout(() => {
      void this.endBy('SIGKILL');
    }, GRACE_MS);
    await this.endBy('SIGTERM').finally(() => {
      clearTimeout(grace);
    });
  }

  /** Stops it if a failpoint is armed and may not have been reached, so that no faults follow. */
  async disarm(): Promise<void> {
    this.failpoints = '';
    if (this.armed) await this.endBy('SIGKILL');
  }

  /** Freezes it for this time, with its connections open. */
  async freeze(ms: number): Promise<void> {
    const { child } = this;
    if (child === undefined || !this.running) return;
    this.struck.freezes += 1;
    this.frozen = true;
    child.kill('SIGSTOP');
    await delay(ms);
    this.thaw();
  }

  /** Sends SIGCONT, also to a process stopped by a failpoint. */
  thaw(): void {
    if (this.running) this.child?.kill('SIGCONT');
    this.frozen = false;
    this.upSince = Math.max(this.upSince, 1);
  }

  /** Continues a process that a failpoint stopped, but not one that a fault has frozen. */
  unstick(): void {
    const { child } = this;
    if (child?.pid === undefined || this.frozen || !this.running || !isStopped(child.pid)) return;
    this.struck.freezes += 1;
    child.kill('SIGCONT');
  }

  /** Shifts its clock by this offset. */
  jumpClock(offsetMs: number): void {
    writeFileSync(this.clockFile, String(offsetMs));
    if (!this.running) return;
    this.struck.clockJumps += 1;
    // The signal would end a starting process; it reads the file as soon as it listens.
    if (this.hearsSignals()) this.child?.kill('SIGUSR2');
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.thaw();
    await this.endBy('SIGKILL');
  }

  private hearsSignals(): boolean {
    try {
      return readFileSync(`${this.clockFile}.heard-by`, 'utf8') === String(this.child?.pid);
    } catch {
      return false;
    }
  }

  private get clockFile(): string {
    return join(this.options.workDir, `${this.name}.clock`);
  }

  private async endBy(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (child === undefined || !this.running) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }
}

function isStopped(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
  } catch {
    return false;
  }
}
