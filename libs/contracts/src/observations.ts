import type { EntityType, RelationType, StatementKind, StatementPredicate } from './ontology.js';

/** The pipeline's stages, in the order they run. */
export const STAGES = ['pattern', 'classifier', 'llm'] as const;
export type StageName = (typeof STAGES)[number];

/** A named thing as it was written; which entity it is, the graph decides from all observations together. */
export interface NameRef {
  readonly type: EntityType;
  /** Surface form, as in the text or the speaker field. */
  readonly name: string;
}

/** One span of the text that names an entity. */
export interface MentionObservation extends NameRef {
  /** Offsets in Unicode code points: first, and one past the last. */
  readonly start: number;
  readonly end: number;
  /** 0..1 */
  readonly confidence: number;
  readonly stage: StageName;
}

/**
 * Whether the text says that a claim holds from its event time on, that it stopped holding then, or that it was a slip
 * of the memory that its context names: never so.
 */
export type Polarity = 'asserted' | 'ended' | 'retracted';

/** A claim that may have been read with turns before the memory, in its session. */
export interface ReadInContext {
  /**
   * Ids of the memories whose turns name what this one does not ("she lives there"). The claim holds as long as all of
   * them are live. Absent where the memory names everything itself. Of a retracted claim: the memory that made it.
   */
  readonly context?: readonly string[];
}

/** A claim that `from` stands in relation `type` to `to`. */
export interface RelationObservation extends ReadInContext {
  readonly type: RelationType;
  readonly from: NameRef;
  readonly to: NameRef;
  readonly polarity: Polarity;
  /** When it began (asserted) or ended, in unix nanoseconds; 0 where unknown. */
  readonly event_at_unix_nanos: bigint | number;
  readonly confidence: number;
  readonly stage: StageName;
}

export type StatementValue =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'integer' | 'unix_nanos'; readonly value: bigint | number }
  | { readonly type: 'float'; readonly value: number }
  | { readonly type: 'bool'; readonly value: boolean };

export type StatementObject =
  ({ readonly kind: 'entity' } & NameRef) | { readonly kind: 'value'; readonly value: StatementValue };

/** A claim about one entity. */
export interface StatementObservation extends ReadInContext {
  readonly kind: StatementKind;
  readonly predicate: StatementPredicate;
  readonly subject: NameRef;
  readonly object: StatementObject;
  /** The clause that says it. */
  readonly text: string;
  readonly polarity: Polarity;
  readonly event_at_unix_nanos: bigint | number;
  readonly confidence: number;
  readonly stage: StageName;
}

/** Evidence that two names mean one entity ("Robert, also known as Bob"). */
export interface AliasObservation {
  readonly type: EntityType;
  readonly name: string;
  readonly alias: string;
  readonly confidence: number;
  readonly stage: StageName;
}

/** What one run of one or more stages found in one memory. */
export interface Observations {
  readonly mentions: readonly MentionObservation[];
  readonly relations: readonly RelationObservation[];
  readonly statements: readonly StatementObservation[];
  readonly aliases: readonly AliasObservation[];
}

export const NO_OBSERVATIONS: Observations = { mentions: [], relations: [], statements: [], aliases: [] };

/** How a stage ended: `partial` read only a part of the text, `skipped` did not run, `failed` gave up. */
export type StageState = 'done' | 'partial' | 'skipped' | 'failed';

export interface StageReport {
  readonly stage: StageName;
  readonly version: string;
  readonly state: StageState;
  /** Numbers this stage added. */
  readonly mentions: number;
  readonly relations: number;
  readonly statements: number;
  readonly duration_ms: number;
  /** Why it is not done: a reason, never text of the memory. */
  readonly error?: string;
}
