import type { MemoryRole } from '#contracts/events.js';
import type { Observations, StageName } from '#contracts/observations.js';
import type { Budget } from './budget.js';

/** What somebody said. */
export interface Turn {
  readonly text: string;
  readonly speaker: string | null;
  readonly role: MemoryRole | null;
}

/** A turn of the same session that came before. */
export interface PriorTurn extends Turn {
  /** The public id of its memory. */
  readonly memoryId: string;
  readonly eventAtUnixNanos: bigint;
}

/** What a stage reads of one memory. */
export interface ExtractionInput extends Turn {
  /** The few turns before it in its session, the latest last. */
  readonly before?: readonly PriorTurn[];
  /** occurred_at, or created_at where that is unset; unix nanoseconds. */
  readonly eventAtUnixNanos: bigint;
}

/** How a stage ended. `offset` counts code points: the text before it was read. */
export type StageOutcome =
  | {
      readonly state: 'done';
      readonly observations: Observations;
      /** Whether these stand in the place of what was found before, where that is not among them. */
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

/** One step of the pipeline. `found` is what the stages before it found; it adds to that, or replaces it. */
export interface Stage {
  readonly name: StageName;
  /** Changes whenever the same text could give other observations. */
  readonly version: string;
  /** Resolves when what it runs is loaded. Waited for before its time begins: no memory pays for the start of a process. */
  ready?(): Promise<void>;
  run(input: ExtractionInput, found: Observations, budget: Budget): StageOutcome | Promise<StageOutcome>;
}
