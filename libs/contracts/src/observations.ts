import type { EntityType, RelationType, StatementKind, StatementPredicate } from './ontology.js';

/** The pipeline's stages, in the order they run. */
export const STAGES = ['pattern', 'classifier', 'llm'] as const;
export type StageName = (typeof STAGES)[number];

/** A name as written in the text; the graph decides from all observations together which entity it denotes. */
export interface NameRef {
  readonly type: EntityType;
  /** Surface form, as in the text or the speaker field. */
  readonly name: string;
}

/** A span of the text that names an entity. */
export interface MentionObservation extends NameRef {
  /** Offsets in Unicode code points; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** 0..1 */
  readonly confidence: number;
  readonly stage: StageName;
}

/**
 * Whether the text asserts a claim from its event time on, says that it ended then, or retracts it: then it was a
 * mistake of the memory that the context names, and never held.
 */
export type Polarity = 'asserted' | 'ended' | 'retracted';

/** A claim that may have been read with earlier messages of the session as context. */
export interface ReadInContext {
  /**
   * Ids of the memories whose messages name what this one refers to ("she lives there"). The claim counts while all of
   * them are active. Absent when the memory names everything itself. For a retraction: the memory that made the claim.
   */
  readonly context?: readonly string[];
}

/** What the LLM says of a claim that it was asked about: it holds, it is over, or the memory does not say so. */
export type Verdict = 'holds' | 'ended' | 'not_said';
export const VERDICTS: readonly Verdict[] = ['holds', 'ended', 'not_said'];

/** A claim that may be the LLM's verdict on a claim of an earlier stage. */
export interface Verifiable {
  /**
   * Verdict on the claim with this claim's names, time and context and the polarity `asked`, which it replaces. Absent
   * when the stage found the claim itself.
   */
  readonly verdict?: { readonly asked: Polarity; readonly said: Verdict };
}

/** A claim that relation `type` holds from `from` to `to`. */
export interface RelationObservation extends ReadInContext, Verifiable {
  readonly type: RelationType;
  readonly from: NameRef;
  readonly to: NameRef;
  readonly polarity: Polarity;
  /** When it began (asserted) or ended, in Unix nanoseconds; 0 when unknown. */
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
export interface StatementObservation extends ReadInContext, Verifiable {
  readonly kind: StatementKind;
  readonly predicate: StatementPredicate;
  readonly subject: NameRef;
  readonly object: StatementObject;
  /** The clause that states it. */
  readonly text: string;
  readonly polarity: Polarity;
  readonly event_at_unix_nanos: bigint | number;
  readonly confidence: number;
  readonly stage: StageName;
}

/** A claim that a functional predicate has no value from a time on, whatever it was: "I resigned", "Ana died". */
export interface EndObservation {
  readonly predicate: RelationType | StatementPredicate;
  readonly subject: NameRef;
  /** In Unix nanoseconds; 0 when unknown. */
  readonly event_at_unix_nanos: bigint | number;
  readonly confidence: number;
  readonly stage: StageName;
}

/** Evidence that two names denote one entity ("Robert, also known as Bob"). */
export interface AliasObservation {
  readonly type: EntityType;
  readonly name: string;
  readonly alias: string;
  readonly confidence: number;
  readonly stage: StageName;
}

/** Observations of one run of one or more stages over one memory. */
export interface Observations {
  readonly mentions: readonly MentionObservation[];
  readonly relations: readonly RelationObservation[];
  readonly statements: readonly StatementObservation[];
  readonly aliases: readonly AliasObservation[];
  /** Absent when there are none. */
  readonly ends?: readonly EndObservation[];
}

export const NO_OBSERVATIONS: Observations = { mentions: [], relations: [], statements: [], aliases: [] };

/** Outcome of a stage: `partial` read only part of the text, `skipped` did not run, `failed` gave up. */
export type StageState = 'done' | 'partial' | 'skipped' | 'failed';

export interface StageReport {
  readonly stage: StageName;
  readonly version: string;
  readonly state: StageState;
  /** Number of items that this stage added. */
  readonly mentions: number;
  readonly relations: number;
  readonly statements: number;
  readonly duration_ms: number;
  /** Reason why it is not `done`; never contains text of the memory. */
  readonly error?: string;
}
