import type { Pool } from 'pg';
import { uuidv7 } from '#contracts/uuid-v7.js';
import { isDatabaseUnavailable } from '#database/errors.js';
import { runLoop } from '#event-store/run-loop.js';
import { failpoint } from '#failpoints/failpoints.js';
import { batchOf, extractionCost, type ScopeBatch } from './batch.js';
import { DeferredStatements } from './deferred-statements.js';
import { SharedExclusiveGate } from './read-write-gate.js';
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
  /** Of the owner: what waits, over all scopes. */
  readonly system: Pool;
  /** Extracts memories of one scope, which are in hand; throws on a fault of the infrastructure. */
  readonly extract: (scopeId: string, memoryIds: readonly string[]) => Promise<void>;
  /** Turns worked on at the same time. */
  readonly concurrency: number;
  /** Most memories of one turn. */
  readonly batchSize: number;
  readonly onError: (error: unknown) => void;
  /** Names this life of the process. */
  readonly worker?: string;
  /** Under which turns run together, and suspects alone. */
  readonly gate?: SharedExclusiveGate;
  /** A worker that was silent for so long is taken for dead. */
  readonly leaseMs?: number;
  /** Until what it had in hand is tried, alone. */
  readonly suspectPauseMs?: number;
}

/** What a turn shall take: long enough to share a transaction, short enough for those who wait. */
const TURN_MS = 500;
/** The same where no scope waits and a worker is free for the next that does: larger transactions cost less. */
const UNDISTURBED_TURN_MS = 2_000;
/** Before a batch that takes longer, the scopes that had their turn are given back. */
const LONG_BATCH_MS = 50;
const LEASE_MS = 10_000;
/** Backstop: another process may have registered a scope. All loops together look so often. */
const POLL_MS = 250;
const SUSPECT_PAUSE_MS = 2_000;
/** Text in hand at a time. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** Small scopes that one turn may hold. */
const MAX_SCOPES_PER_TURN = 32;
const FAULT_PAUSE_MS = 200;
const MAX_FAULT_PAUSE_MS = 5_000;
/** Milliseconds that a short memory takes, until measured; and how much a measurement counts. */
const FIRST_GUESS_MS = 5;
const SMOOTHING_FACTOR = 0.3;

/**
 * Works off what waits for extraction, scope by scope in turns: the one whose turn is longest ago first, a bounded batch
 * of it, and then back to the end of the line, behind it by as long as its turn took. Any number of processes share the
 * line; a scope is worked on by one of them at a time, under a lease that ends soon after its worker's silence.
 */
export class ScopeScheduler {
  readonly worker: string;
  readonly gate: SharedExclusiveGate;
  private readonly stopping = new AbortController();
  private running: Promise<unknown> = Promise.resolve();
  private readonly wakeUp = new WakeUp();
  private readonly debts = new DeferredStatements();
  private readonly leased = new Set<string>();
  private scopesAtATime = 1;
  private msPerUnit = FIRST_GUESS_MS;
  /** Turns under way. */
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

  /** Finishes the turns in hand. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Puts scopes in line, durably, and wakes this process. */
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

  /** One turn, of several scopes where they are small; false where none is in line. */
  private async workOnce(): Promise<boolean> {
    await this.debts.flush();
    const asked = this.scopesAtATime;
    const turns = await leaseScopes(this.options.system, this.worker, this.leaseMs, asked);
    if (turns.length === 0) return false;
    if (turns.length === asked) this.wakeUp.call();
    for (const { scopeId } of turns) this.leased.add(scopeId);
    this.busy += 1;
    try {
      failpoint('turn.after-lease');
      await this.work(turns);
    } finally {
      this.busy -= 1;
    }
    return true;
  }

  private async work(turns: readonly ScopeLease[]): Promise<void> {
    const open = new OpenLeases(turns, (ends) => this.end(ends));
    try {
      const { batches, cost } = await this.begin(turns);
      const left = batches.filter(({ memoryIds, more }) => memoryIds.length === 0 && more);
      this.adapt(turns.length, left.length);
      for (const { lease } of left) open.settle(untouchedRelease(lease));
      await open.release();
      const startedAt = performance.now();
      const others = batches.filter((batch) => !left.includes(batch));
      // A scope in which nothing waits is back before the work of another begins: what comes to it meanwhile does not wait.
      await this.workOff(
        others.sort((a, b) => a.cost - b.cost),
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
    if (ends.length > 0) await this.debts.run(() => releaseScopes(this.options.system, this.worker, ends));
  }

  /** What is taken of the scopes is in hand then; what another worker had in hand when it fell silent is left to be tried alone. */
  private async begin(turns: readonly ScopeLease[]): Promise<{ batches: ScopeBatch[]; cost: number }> {
    const { system, batchSize, concurrency, suspectPauseMs = SUSPECT_PAUSE_MS } = this.options;
    const scopeIds = turns.map((turn) => turn.scopeId);
    const waiting = await waitingMemories(system, scopeIds, batchSize + 1);
    const isSuspect = ({ inHand }: WaitingMemory): boolean => inHand !== null && inHand !== this.worker;
    await suspectMemories(system, this.worker, waiting.filter(isSuspect), suspectPauseMs);
    const others = waiting.filter((memory) => !isSuspect(memory));
    const disturbed = turns.length > 1 || this.busy >= concurrency || turns.some(({ othersWait }) => othersWait);
    const turnMs = disturbed ? TURN_MS : UNDISTURBED_TURN_MS;
    const limits = { memories: batchSize, bytes: BATCH_BYTES, cost: turnMs / this.msPerUnit };
    const planned = batchOf(turns, others, limits);
    const ids = new Set(planned.flatMap((batch) => batch.memoryIds));
    const wanted = others.filter((memory) => ids.has(memory.memoryId));
    const taken = new Set((await markInProgress(system, this.worker, wanted)).map((memory) => memory.memoryId));
    failpoint('extract.after-attempt');
    const batches = planned.map((batch) => ({ ...batch, memoryIds: batch.memoryIds.filter((id) => taken.has(id)) }));
    return { batches, cost: wanted.reduce((sum, memory) => sum + extractionCost(memory), 0) };
  }

  /** More scopes share a turn as long as all that were leased fit into one. */
  private adapt(leased: number, left: number): void {
    if (left > 0) this.scopesAtATime = Math.max(1, leased - left);
    else if (leased === this.scopesAtATime) this.scopesAtATime = Math.min(MAX_SCOPES_PER_TURN, leased * 2);
    else this.scopesAtATime = Math.max(1, leased);
  }

  /**
   * A scope that fails leaves the others theirs; where the database is out of reach, none has better luck. Whose work is
   * done does not wait for a long batch of another scope until it is in line again.
   */
  private async workOff(batches: readonly ScopeBatch[], open: OpenLeases): Promise<void> {
    let outage: Error | undefined;
    for (const batch of batches) {
      if (batch.cost * this.msPerUnit > LONG_BATCH_MS) await open.release();
      if (outage === undefined) outage = await this.workOffOne(batch, open);
      else this.undo(batch.lease.scopeId, batch.memoryIds);
    }
    if (outage !== undefined) throw outage;
  }

  /** @returns the error by which the database is out of reach */
  private async workOffOne({ lease, memoryIds, more }: ScopeBatch, open: OpenLeases): Promise<Error | undefined> {
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

  /** Before the turn ends: another worker would take what is in hand for what its holder died of. */
  private undo(scopeId: string, memoryIds: readonly string[]): void {
    const memories = memoryIds.map((memoryId) => ({ scopeId, memoryId }));
    this.debts.add(() => unmarkInProgress(this.options.system, this.worker, memories));
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
