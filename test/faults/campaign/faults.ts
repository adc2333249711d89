import { setTimeout as delay } from 'node:timers/promises';
import type { Backups } from './backups.js';
import type { Operator } from './commands.js';
import type { Deployment } from './deployment.js';
import type { KnownScope, Model } from './model.js';
import type { Random } from './random.js';
import type { Program } from './program.js';
import type { Fault, FaultKind } from './schedule.js';
import type { Traffic } from './traffic.js';

export interface FaultsOptions {
  readonly deployment: Deployment;
  readonly model: Model;
  readonly operator: Operator;
  readonly backups: Backups;
  readonly traffic: Traffic;
  /** The flooding tenant, and the one that may be erased. */
  readonly hot: KnownScope;
  readonly doomed: KnownScope;
  readonly random: Random;
  readonly say: (line: string) => void;
}

/** Executes the faults of a round at their times. */
export class Faults {
  /** Periods in which the whole service was unavailable. */
  readonly outages: [number, number][] = [];
  private wasErased = false;
  private turn: Promise<void> = Promise.resolve();

  constructor(private readonly options: FaultsOptions) {}

  /** Resolves when all faults have ended. Findings are attributed to the latest fault. */
  async carryOut(faults: readonly Fault[], lengthMs: number): Promise<void> {
    const { model, say } = this.options;
    const started = Date.now();
    const ended = new AbortController();
    const unsticking = this.unstick(ended.signal);
    const over = faults.map(async (fault, i) => {
      await delay(Math.max(0, started + fault.atMs - Date.now()));
      model.step = `fault ${String(i + 1)} of ${String(faults.length)}, ${lineOf(fault)}`;
      say(lineOf(fault));
      const begun = Date.now();
      await this.strike(fault).catch((error: unknown) => {
        model.finding('fault', `${lineOf(fault)}: ${String(error)}`);
      });
      if (this.isOutage(fault)) this.outages.push([begun, Date.now() + RECOVERY_MS]);
    });
    await Promise.all([...over, delay(lengthMs)]);
    ended.abort();
    await unsticking;
  }

  /** Ends all faults. */
  async mend(): Promise<void> {
    const { programs, proxies, postgres, versions } = this.options.deployment;
    for (const proxy of proxies.values()) proxy.heal();
    for (const program of programs) {
      program.thaw();
      program.jumpClock(0);
    }
    await Promise.all(programs.map((program) => program.disarm()));
    await postgres?.restartIfEnded();
    await versions.settle(programs);
  }

  private async strike(fault: Fault): Promise<void> {
    await this.strikes[fault.kind](fault, this.options);
  }

  private readonly strikes: Record<FaultKind, (fault: Fault, options: FaultsOptions) => Promise<void> | undefined> = {
    kill: (fault) => this.victim(fault)?.kill(),
    freeze: (fault) => this.victim(fault)?.freeze(fault.ms),
    failpoint: (fault) => this.victim(fault)?.restartWith(fault.failpoints ?? ''),
    'clock jump': (fault) => {
      this.victim(fault)?.jumpClock(fault.ms);
      return undefined;
    },
    silence: ({ target, ms }) => this.silence(target, ms),
    'broker silence': ({ ms }) => this.silence('broker', ms),
    flood: ({ ms }, { traffic, hot, random }) => traffic.flood(hot, random, ms, FLOOD_CALLERS),
    rebuild: ({ failpoints }, { operator }) => operator.rebuild('verify', failpoints),
    switch: ({ failpoints }, { operator }) => operator.rebuild('switch', failpoints),
    erase: ({ failpoints = '' }, { doomed }) => this.eraseOnce(doomed, failpoints),
    restore: ({ failpoints = '' }, { operator, model, random }) =>
      operator.restore(random.pick(model.open), random, failpoints),
    reextract: ({ failpoints = '' }, { operator, model, random }) =>
      operator.reextract(random.pick(model.open), failpoints),
    backup: ({ failpoints = '' }, { backups }) => backups.compare(failpoints),
    upgrade: (_fault, { deployment }) => deployment.upgrade(),
    'other version': (fault, { deployment }) => this.changeVersion(this.victim(fault), deployment),
    'broker kill': (_fault, { deployment: { broker } }) => this.inTurn(() => broker?.killAndRestart()),
    'postgres kill': (_fault, { deployment: { postgres } }) => this.inTurn(() => postgres?.kill()),
    'postgres freeze': ({ ms }, { deployment: { postgres } }) => this.inTurn(() => postgres?.freeze(ms)),
    'disk full': ({ ms }) => this.inTurn(() => this.fillDisk(ms)),
  };

  private victim({ target }: Fault): Program | undefined {
    return this.options.deployment.programs.find(({ name }) => name === target);
  }

  private async changeVersion(program: Program | undefined, { versions }: Deployment): Promise<void> {
    if (program) await versions.change(program);
  }

  /** One at a time, because a starting server cannot be killed in order. */
  private inTurn(strike: () => Promise<void> | undefined): Promise<void> {
    const turn = this.turn.then(strike);
    this.turn = turn.catch(() => undefined);
    return turn;
  }

  private async fillDisk(ms: number): Promise<void> {
    const { postgres, disk } = this.options.deployment;
    await disk?.fill(ms, delay);
    await postgres?.restartIfEnded();
  }

  private async silence(name: string, ms: number): Promise<void> {
    const proxy = this.options.deployment.proxies.get(name);
    proxy?.silence();
    await delay(ms);
    proxy?.heal();
  }

  private async eraseOnce(doomed: KnownScope, failpoints: string): Promise<void> {
    if (this.wasErased) return;
    this.wasErased = true;
    await this.options.operator.erase(doomed, failpoints);
  }

  private isOutage({ kind, target }: Fault): boolean {
    const { mode } = this.options.deployment;
    if (kind.startsWith('postgres') || kind === 'disk full' || kind === 'switch') return true;
    const onProgram = ['kill', 'freeze', 'failpoint', 'silence', 'other version'].includes(kind);
    return onProgram && (mode === 'embedded' || target.startsWith('api'));
  }

  private async unstick(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      await delay(UNSTICK_MS, undefined, { signal: ended }).catch(() => undefined);
      for (const program of this.options.deployment.programs) program.unstick();
    }
  }
}

const FLOOD_CALLERS = 12;
const UNSTICK_MS = 2_500;
/** Time for a program to start and for a pool to reconnect. */
const RECOVERY_MS = 4_000;

function lineOf({ atMs, kind, target, ms, failpoints = '' }: Fault): string {
  return `${String(atMs)} ms: ${[kind, target, ms === 0 ? '' : `${String(ms)} ms`, failpoints].filter((part) => part !== '').join(' ')}`;
}
