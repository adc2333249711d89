import type { MemoryRole } from '#contracts/events.js';
import type { Genre } from '#contracts/genres.js';
import type { Observations, StageName } from '#contracts/observations.js';
import type { Budget } from './budget.js';

/** A message of a conversation. */
export interface Turn {
  readonly text: string;
  readonly speaker: string | null;
  readonly role: MemoryRole | null;
  /** Genre that the caller gave; without one it is told by the text. */
  readonly genre?: Genre | null;
}

/** An earlier turn of the same session. */
export interface PriorTurn extends Turn {
  /** Public id of its memory. */
  readonly memoryId: string;
  readonly eventAtUnixNanos: bigint;
}

/** Input of a stage: one memory with its context. */
export interface ExtractionInput extends Turn {
  /** A few earlier turns of the session, latest last. */
  readonly before?: readonly PriorTurn[];
  /** Event time in Unix nanoseconds: occurred_at, else created_at. */
  readonly eventAtUnixNanos: bigint;
}

/** Outcome of a stage. `offset` counts code points: the text before it was read. */
export type StageOutcome =
  | {
      readonly state: 'done';
      readonly observations: Observations;
      /** Whether these observations replace those of earlier stages; otherwise they are added. */
      readonly replaces?: boolean;
    }
  | {
      readonly state: 'partial';
      readonly observations: Observations;
      readonly reason: string;
      readonly offset: number;
    }
  | { readonly state: 'skipped'; readonly reason: string }
  | { readonly state: 'failed'; readonly reason: string };

/** One step of the pipeline. `found` has the observations of the earlier stages, which it adds to or replaces. */
export interface Stage {
  readonly name: StageName;
  /** Changes whenever the same text could give other observations. */
  readonly version: string;
  /** Resolves when its models are loaded. Awaited before the budget starts, so that no memory pays for start-up. */
  ready?(): Promise<void>;
  run(input: ExtractionInput, found: Observations, budget: Budget): StageOutcome | Promise<StageOutcome>;
}
