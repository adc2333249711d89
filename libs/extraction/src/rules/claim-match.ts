import type { EndClaim, RelationClaim, StatementClaim } from './language/claim-rule.js';
import type { PatternMatch } from './match-pattern.js';
import type { Filler } from './slots.js';
import type { ValueMatch } from './values.js';

/** Match of a relation rule with its ends filled. */
export interface RelationMatch {
  readonly kind: 'relation';
  readonly rule: RelationClaim;
  readonly match: PatternMatch;
  readonly from: Filler;
  readonly to: Filler;
}

/** Match of a statement rule with its subject and object. */
export interface StatementMatch {
  readonly kind: 'statement';
  readonly rule: StatementClaim;
  readonly match: PatternMatch;
  readonly subject: Filler;
  readonly value: ValueMatch;
}

/** Match of an end rule with its subject. */
export interface EndMatch {
  readonly kind: 'end';
  readonly rule: EndClaim;
  readonly match: PatternMatch;
  readonly subject: Filler;
}

/** What a rule found in a sentence. */
export type ClaimMatch = RelationMatch | StatementMatch | EndMatch;
