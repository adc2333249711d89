import type { Pool } from 'pg';
import { runLoop } from '#event-store/run-loop.js';
import { failpoint } from '#failpoints/failpoints.js';
import { DeferredStatements } from '../scheduling/deferred-statements.js';
import type { SharedExclusiveGate } from '../scheduling/shared-exclusive-gate.js';
import {
  anySuspectDue,
  keepSuspect,
  releaseSuspect,
  takeSuspect,
  type Suspect,
  type SuspectTimes,
} from '#memories/extraction/suspect-rows.js';

export interface SuspectsOptions extends Partial<SuspectTimes> {
  /** Pool of the owner, for suspects of all scopes. */
  readonly system: Pool;
  /** Id of this run of the process. */
  readonly worker: string;
  /** Gate under which a suspect runs exclusively. */
  readonly gate: SharedExclusiveGate;
  /** Extracts one memory; throws on infrastructure errors. */
  readonly extract: (scopeId: string, memoryId: string) => Promise<void>;
  /** Parks a memory; throws on infrastructure errors. */
  readonly park: (scopeId: string, memoryId: string, reason: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly pollMs?: number;
}

/** Worker deaths with only this memory in progress after which it is parked. */
export const MAX_ALONE_DEATHS = 3;
const LEASE_MS = 15_000;
const PAUSE_MS = 5_000;
const POLL_MS = 500;
/** Time slice for suspects, tried one after another; then turns of scopes continue. */
const TIME_SLICE_MS = 500;

/**
 * Retries memories that dead workers had in progress, one at a time with nothing else in progress in this process. A
 * death counts against a memory only if it was alone, and a memory is parked only after three of them, with growing
 * pauses: processes die for many reasons.
 */
export class Suspects {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private readonly deferred = new DeferredStatements();
  private readonly times: SuspectTimes;

  constructor(private readonly options: SuspectsOptions) {
    this.times = { leaseMs: options.leaseMs ?? LEASE_MS, pauseMs: options.pauseMs ?? PAUSE_MS };
  }

  start(): void {
    const { signal } = this.stopping;
    const { onError, pollMs = POLL_MS } = this.options;
    this.running = runLoop({ signal, intervalMs: pollMs, onError }, () => this.workOnce());
  }

  /** Completes the memory in progress. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Tries due suspects for a time slice. True if there may be more. */
  private async workOnce(): Promise<boolean> {
    await this.deferred.flush();
    if (!(await anySuspectDue(this.options.system))) return false;
    return this.options.gate.exclusive(async () => {
      const end = performance.now() + TIME_SLICE_MS;
      while (performance.now() < end && !this.stopping.signal.aborted) if (!(await this.tryNext())) return false;
      return true;
    });
  }

  private async tryNext(): Promise<boolean> {
    const { system, worker, extract, park } = this.options;
    const suspect = await takeSuspect(system, worker, this.times);
    if (suspect === null) return false;
    const { scopeId, memoryId, died, crashesAlone } = suspect;
    if (died && crashesAlone < MAX_ALONE_DEATHS) return true;
    await this.withHeartbeat(suspect, () => {
      failpoint('suspect.after-lease');
      return died ? park(scopeId, memoryId, 'the process ended while it was extracted') : extract(scopeId, memoryId);
    });
    return true;
  }

  private async withHeartbeat(suspect: Suspect, work: () => Promise<void>): Promise<void> {
    const { system, worker, onError } = this.options;
    const { leaseMs, pauseMs } = this.times;
    const heartbeat = setInterval(() => {
      keepSuspect(system, worker, suspect, leaseMs).catch(onError);
    }, leaseMs / 3);
    try {
      await work();
    } catch (error) {
      this.deferred.add(() => releaseSuspect(system, worker, suspect, pauseMs));
      throw error;
    } finally {
      clearInterval(heartbeat);
    }
  }
}
