import type { Pool } from 'pg';
import { runLoop } from '#event-store/run-loop.js';
import { failpoint } from '#failpoints/failpoints.js';
import { DeferredStatements } from '../scheduling/deferred-statements.js';
import type { SharedExclusiveGate } from '../scheduling/read-write-gate.js';
import {
  anySuspectDue,
  keepSuspect,
  releaseSuspect,
  takeSuspect,
  type Suspect,
  type SuspectTimes,
} from '#memories/extraction/suspect-rows.js';

export interface SuspectsOptions extends Partial<SuspectTimes> {
  /** Of the owner: suspects of all scopes. */
  readonly system: Pool;
  /** Names this life of the process. */
  readonly worker: string;
  /** Under which a suspect is alone in the hands of this process. */
  readonly gate: SharedExclusiveGate;
  /** Extracts one memory; throws on a fault of the infrastructure. */
  readonly extract: (scopeId: string, memoryId: string) => Promise<void>;
  /** Gives a memory up; throws on a fault of the infrastructure. */
  readonly park: (scopeId: string, memoryId: string, reason: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly pollMs?: number;
}

/** Workers that died while they had nothing but one memory in hand, after which it is parked. */
export const MAX_ALONE_DEATHS = 3;
const LEASE_MS = 15_000;
const PAUSE_MS = 5_000;
const POLL_MS = 500;
/** Suspects are tried for so long at a time, one after the other; then the turns of scopes go on. */
const SESSION_MS = 500;

/**
 * Tries what workers had in hand when they died, one memory at a time with nothing else in hand in this process. Its death
 * says nothing against a memory unless that was alone in hand, and even then three times, with growing pauses: processes die
 * of many things.
 */
export class Suspects {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private readonly debts = new DeferredStatements();
  private readonly times: SuspectTimes;

  constructor(private readonly options: SuspectsOptions) {
    this.times = { leaseMs: options.leaseMs ?? LEASE_MS, pauseMs: options.pauseMs ?? PAUSE_MS };
  }

  start(): void {
    const { signal } = this.stopping;
    const { onError, pollMs = POLL_MS } = this.options;
    this.running = runLoop({ signal, intervalMs: pollMs, onError }, () => this.workOnce());
  }

  /** Finishes the one in hand. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** True when there may be more to do. */
  private async workOnce(): Promise<boolean> {
    await this.debts.flush();
    if (!(await anySuspectDue(this.options.system))) return false;
    return this.options.gate.exclusive(async () => {
      const end = performance.now() + SESSION_MS;
      while (performance.now() < end && !this.stopping.signal.aborted) if (!(await this.tryNext())) return false;
      return true;
    });
  }

  private async tryNext(): Promise<boolean> {
    const { system, worker, extract, park } = this.options;
    const suspect = await takeSuspect(system, worker, this.times);
    if (suspect === null) return false;
    const { scopeId, memoryId, died, aloneDeaths } = suspect;
    if (died && aloneDeaths < MAX_ALONE_DEATHS) return true;
    await this.inHand(suspect, () => {
      failpoint('suspect.after-lease');
      return died ? park(scopeId, memoryId, 'the process ended while it was extracted') : extract(scopeId, memoryId);
    });
    return true;
  }

  private async inHand(suspect: Suspect, work: () => Promise<void>): Promise<void> {
    const { system, worker, onError } = this.options;
    const { leaseMs, pauseMs } = this.times;
    const heartbeat = setInterval(() => {
      keepSuspect(system, worker, suspect, leaseMs).catch(onError);
    }, leaseMs / 3);
    try {
      await work();
    } catch (error) {
      this.debts.add(() => releaseSuspect(system, worker, suspect, pauseMs));
      throw error;
    } finally {
      clearInterval(heartbeat);
    }
  }
}
