import type { Polarity } from '#contracts/observations.js';
import type { EntityType, RelationType, StatementPredicate } from '#contracts/ontology.js';

/** Options of a rule for the claims of its patterns. */
export interface RuleOptions {
  /** Overrides the polarity of the verb. */
  readonly polarity?: Polarity;
  /** Polarity of a simple past, by default that the claim has ended; null: a simple past claims nothing. */
  readonly past?: Polarity | null;
  /** The claim is from B to A. */
  readonly inverse?: boolean;
  /** Default type of an untyped end. */
  readonly fromType?: EntityType;
  readonly toType?: EntityType;
  /** The pattern determines the type of B, whatever its name may be otherwise ("my dog Bruno"). */
  readonly forcesType?: true;
  /** Patterns without A or P are about the speaker. */
  readonly subjectIsSpeaker?: boolean;
  /** The match must start its clause. */
  readonly atClauseStart?: boolean;
  /** The match must not be followed by a name, which its last word would describe ("Leeds, my friend Tolu"). */
  readonly notBeforeName?: boolean;
  /** The match must not be followed by one of these words ("resigned as chair" ends no job). */
  readonly notBefore?: ReadonlySet<string>;
  /** The match must end its sentence, or be followed by one of these words ("retired in May", not "retired nurse"). */
  readonly onlyBefore?: ReadonlySet<string>;
  /** A must be a name: "the nurse I met" names none, and whom "he" refers to is too uncertain for a death. */
  readonly ofNamed?: true;
  /** The value must begin right behind punctuation, "be" or a name ("Ana, head nurse", not "Ana, my nurse"). */
  readonly adjoining?: true;
  /** Values, in lower case, that say nothing in this place. */
  readonly notValues?: ReadonlySet<string>;
  /** What the match says is taken for granted where it is part of a question: "Can you call my sister Ana?". */
  readonly presupposed?: true;
  /** The claim has the time of the memory, whatever date its clause states. */
  readonly undated?: boolean;
  /** It claims something only where its clause states a later day: "retires in May", not "retires early". */
  readonly toCome?: true;
  /** Confidence of a match with certain ends, 0 to 1. */
  readonly confidence?: number;
}

/** How a rule recognizes its claims, with texts that show it; `rules.test.ts` reads them all. */
export interface RulePatterns {
  /**
   * Patterns (`compilePattern`), each with an example "text => claim; claim": what Maya says, and all claims that the
   * pattern stage reads from it. Without the other patterns, this one still gives one of them.
   */
  readonly patterns: Readonly<Record<string, string>>;
  /** Texts with the words of a pattern from which the rule claims nothing; it may read what they deny. */
  readonly counterExamples: readonly string[];
}

/** What a relation rule claims: a relation between A and B. */
export interface RelationClaim extends RuleOptions {
  readonly relation: RelationType;
}

export type ValueKind =
  | 'phrase'
  | 'noun'
  | 'role'
  | 'title'
  | 'number'
  | 'name'
  | 'email'
  | 'phone'
  | 'date'
  | 'clause'
  | 'intent'
  | 'instruction'
  | 'height';

/** What a statement rule claims: a statement about A; the object is the value of the match, or B. */
export interface StatementClaim extends RuleOptions {
  readonly predicate: StatementPredicate;
  readonly value: ValueKind;
}

/**
 * What an end rule claims: that functional predicates of A have no value any more, whatever it was. With the polarity
 * `ended` it reads only verbs that say so ("no longer works here"), else only those that assert.
 */
export interface EndClaim extends RuleOptions {
  readonly ends: readonly (RelationType | StatementPredicate)[];
}

/** What a rule claims. */
export type RuleClaim = RelationClaim | StatementClaim | EndClaim;
export type RelationRule = RelationClaim & RulePatterns;
export type StatementRule = StatementClaim & RulePatterns;
export type EndRule = EndClaim & RulePatterns;
/** A rule as data: what it claims, by which patterns, and texts that show when it does and when not. */
export type ClaimRule = RelationRule | StatementRule | EndRule;
