import type { Pool } from 'pg';
import { uuidv7 } from '#contracts/uuid-v7.js';
import { isDatabaseUnavailable } from '#database/errors.js';
import { runLoop } from '#event-store/run-loop.js';
import { failpoint } from '#failpoints/failpoints.js';
import { batchOf, extractionCost, type ScopeBatch } from './batch.js';
import { DeferredStatements } from './deferred-statements.js';
import { SharedExclusiveGate } from './shared-exclusive-gate.js';
import { OpenLeases, untouchedRelease } from './open-leases.js';
import {
  releaseScopes,
  extendLeases,
  leaseScopes,
  registerScopes,
  type ScopeLease,
  type LeaseRelease,
} from './scope-leases.js';
import {
  unmarkInProgress,
  suspectMemories,
  markInProgress,
  waitingMemories,
  type WaitingMemory,
} from '#memories/extraction/waiting-memories.js';
import { WakeUp } from './wake-up.js';

export interface ScopeSchedulerOptions {
  /** Pool of the owner, for waiting memories of all scopes. */
  readonly system: Pool;
  /** Extracts memories of one scope that are marked in progress; throws on infrastructure errors. */
  readonly extract: (scopeId: string, memoryIds: readonly string[]) => Promise<void>;
  /** Maximum concurrent turns. */
  readonly concurrency: number;
  /** Maximum memories of one turn. */
  readonly batchSize: number;
  readonly onError: (error: unknown) => void;
  /** Id of this run of the process. */
  readonly worker?: string;
  /** Gate under which turns are shared tasks, and suspects exclusive ones. */
  readonly gate?: SharedExclusiveGate;
  /** A worker without heartbeat for this long counts as dead. */
  readonly leaseMs?: number;
  /** Pause before memories of a dead worker are tried alone. */
  readonly suspectPauseMs?: number;
}

/** Target duration of a turn: long enough to share a transaction, short enough for others that wait. */
const TURN_MS = 500;
/** Target if no other scope waits and a worker is free: larger transactions cost less. */
const UNDISTURBED_TURN_MS = 2_000;
/** Before a batch that takes longer, scopes that have had their turn are released. */
const LONG_BATCH_MS = 50;
const LEASE_MS = 10_000;
/** Fallback poll interval of all loops together: another process may have registered a scope. */
const POLL_MS = 250;
const SUSPECT_PAUSE_MS = 2_000;
/** Maximum bytes of text of one turn. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** Maximum scopes of one turn, if they are small. */
const MAX_SCOPES_PER_TURN = 32;
const FAULT_PAUSE_MS = 200;
const MAX_FAULT_PAUSE_MS = 5_000;
/** Initial estimate of milliseconds per unit of cost, and the weight of a new measurement in its moving average. */
const FIRST_GUESS_MS = 5;
const SMOOTHING_FACTOR = 0.3;

/**
 * Schedules extraction round-robin over scopes: takes the scope whose turn is longest ago, extracts a bounded batch of
 * it, and puts it back at the end of the queue, moved back by the duration of its turn. Any number of processes share
 * the queue. One process at a time works on a scope, under a lease that ends soon after its heartbeats stop.
 */
export class ScopeScheduler {
  readonly worker: string;
  readonly gate: SharedExclusiveGate;
  private readonly stopping = new AbortController();
  private running: Promise<unknown> = Promise.resolve();
  private readonly wakeUp = new WakeUp();
  private readonly deferred = new DeferredStatements();
  private readonly leased = new Set<string>();
  private scopesAtATime = 1;
  private msPerUnit = FIRST_GUESS_MS;
  /** Turns in progress. */
  private busy = 0;

  constructor(private readonly options: ScopeSchedulerOptions) {
    this.worker = options.worker ?? uuidv7();
    this.gate = options.gate ?? new SharedExclusiveGate();
  }

  start(): void {
    const { concurrency, onError } = this.options;
    const { signal } = this.stopping;
    const loops = Array.from({ length: concurrency }, () =>
      runLoop({ signal, intervalMs: 0, onError }, () => this.workOrWait()),
    );
    const heartbeat = runLoop({ signal, intervalMs: this.leaseMs / 3, onError }, () => this.extend());
    this.running = Promise.all([...loops, heartbeat]);
  }

  /** Completes the turns in progress. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Adds scopes to the queue durably, and wakes this process. */
  async register(scopeIds: readonly string[]): Promise<void> {
    const distinct = [...new Set(scopeIds)];
    await registerScopes(this.options.system, distinct);
    failpoint('turn.after-registration');
    this.wakeUp.call(distinct.length);
  }

  private get leaseMs(): number {
    return this.options.leaseMs ?? LEASE_MS;
  }

  private async workOrWait(): Promise<boolean> {
    const { count } = this.wakeUp;
    const worked = await this.gate.shared(() => this.workOnce());
    if (!worked) await this.wakeUp.wait(count, POLL_MS * this.options.concurrency, this.stopping.signal);
    return true;
  }

  /** Runs one turn, with several scopes if they are small. False if the queue is empty. */
  private async workOnce(): Promise<boolean> {
    await this.deferred.flush();
    const requested = this.scopesAtATime;
    const leases = await leaseScopes(this.options.system, this.worker, this.leaseMs, requested);
    if (leases.length === 0) return false;
    if (leases.length === requested) this.wakeUp.call();
    for (const { scopeId } of leases) this.leased.add(scopeId);
    this.busy += 1;
    try {
      failpoint('turn.after-lease');
      await this.work(leases);
    } finally {
      this.busy -= 1;
    }
    return true;
  }

  private async work(leases: readonly ScopeLease[]): Promise<void> {
    const open = new OpenLeases(leases, (ends) => this.end(ends));
    try {
      const { batches, cost } = await this.begin(leases);
      const untouched = batches.filter(({ memoryIds, more }) => memoryIds.length === 0 && more);
      this.adapt(leases.length, untouched.length);
      for (const { lease } of untouched) open.settle(untouchedRelease(lease));
      await open.release();
      const startedAt = performance.now();
      const planned = batches.filter((batch) => !untouched.includes(batch));
      // Cheapest first: an empty scope is released before work on another begins, so new memories in it need not wait.
      await this.processBatches(
        planned.sort((a, b) => a.cost - b.cost),
        open,
      );
      if (cost > 0) this.msPerUnit += SMOOTHING_FACTOR * ((performance.now() - startedAt) / cost - this.msPerUnit);
    } finally {
      await open.releaseAll();
    }
  }

  private async end(ends: readonly LeaseRelease[]): Promise<void> {
    for (const { scopeId } of ends) this.leased.delete(scopeId);
    failpoint('turn.before-end');
    if (ends.length > 0) await this.deferred.run(() => releaseScopes(this.options.system, this.worker, ends));
  }

  /**
   * Marks memories as in progress and plans the batches. Memories that a dead worker had in progress become suspects,
   * to be tried alone.
   */
  private async begin(leases: readonly ScopeLease[]): Promise<{ batches: ScopeBatch[]; cost: number }> {
    const { system, batchSize, concurrency, suspectPauseMs = SUSPECT_PAUSE_MS } = this.options;
    const scopeIds = leases.map((lease) => lease.scopeId);
    const waiting = await waitingMemories(system, scopeIds, batchSize + 1);
    const isSuspect = ({ workerId }: WaitingMemory): boolean => workerId !== null && workerId !== this.worker;
    await suspectMemories(system, this.worker, waiting.filter(isSuspect), suspectPauseMs);
    const candidates = waiting.filter((memory) => !isSuspect(memory));
    const othersWaiting = leases.length > 1 || this.busy >= concurrency || leases.some(({ othersWait }) => othersWait);
    const turnMs = othersWaiting ? TURN_MS : UNDISTURBED_TURN_MS;
    const limits = { memories: batchSize, bytes: BATCH_BYTES, cost: turnMs / this.msPerUnit };
    const planned = batchOf(leases, candidates, limits);
    const ids = new Set(planned.flatMap((batch) => batch.memoryIds));
    const wanted = candidates.filter((memory) => ids.has(memory.memoryId));
    const taken = new Set((await markInProgress(system, this.worker, wanted)).map((memory) => memory.memoryId));
    failpoint('extract.after-attempt');
    const batches = planned.map((batch) => ({ ...batch, memoryIds: batch.memoryIds.filter((id) => taken.has(id)) }));
    return { batches, cost: wanted.reduce((sum, memory) => sum + extractionCost(memory), 0) };
  }

  /** Adapts the number of scopes per turn: doubles it while all leased scopes fit into one. */
  private adapt(leased: number, untouched: number): void {
    if (untouched > 0) this.scopesAtATime = Math.max(1, leased - untouched);
    else if (leased === this.scopesAtATime) this.scopesAtATime = Math.min(MAX_SCOPES_PER_TURN, leased * 2);
    else this.scopesAtATime = Math.max(1, leased);
  }

  /**
   * Processes batches. A failing scope does not affect the others, except in a database outage, which stops all.
   * Settled scopes are released before a long batch of another scope.
   */
  private async processBatches(batches: readonly ScopeBatch[], open: OpenLeases): Promise<void> {
    let outage: Error | undefined;
    for (const batch of batches) {
      if (batch.cost * this.msPerUnit > LONG_BATCH_MS) await open.release();
      if (outage === undefined) outage = await this.processBatch(batch, open);
      else this.undo(batch.lease.scopeId, batch.memoryIds);
    }
    if (outage !== undefined) throw outage;
  }

  /** Processes one batch. @returns the error if the database is unreachable */
  private async processBatch({ lease, memoryIds, more }: ScopeBatch, open: OpenLeases): Promise<Error | undefined> {
    const { scopeId, wakeups } = lease;
    const startedAt = performance.now();
    const fault = await this.tryScope(scopeId, memoryIds);
    if (fault === null) {
      open.settle({ scopeId, wakeups, outcome: more ? 'more' : 'empty', restMs: performance.now() - startedAt });
      return undefined;
    }
    this.undo(scopeId, memoryIds);
    open.settle({ scopeId, wakeups, outcome: 'fault', restMs: faultPause(lease.faults) });
    if (isDatabaseUnavailable(fault.error)) return fault.error as Error;
    this.options.onError(fault.error);
    return undefined;
  }

  private async tryScope(scopeId: string, memoryIds: readonly string[]): Promise<{ readonly error: unknown } | null> {
    try {
      if (memoryIds.length > 0) await this.options.extract(scopeId, memoryIds);
      return null;
    } catch (error) {
      return { error };
    }
  }

  /**
   * Unmarks memories before the lease is released: otherwise another worker would treat them as suspects of a dead
   * worker.
   */
  private undo(scopeId: string, memoryIds: readonly string[]): void {
    const memories = memoryIds.map((memoryId) => ({ scopeId, memoryId }));
    this.deferred.add(() => unmarkInProgress(this.options.system, this.worker, memories));
  }

  private async extend(): Promise<boolean> {
    failpoint('turn.before-renewal');
    if (this.leased.size > 0) await extendLeases(this.options.system, this.worker, this.leaseMs, [...this.leased]);
    return false;
  }
}

function faultPause(faults: number): number {
  return Math.min(MAX_FAULT_PAUSE_MS, FAULT_PAUSE_MS * 2 ** Math.min(faults, 10));
}
