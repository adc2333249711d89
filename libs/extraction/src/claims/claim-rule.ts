import type { Polarity } from '#contracts/observations.js';
import type { EntityType, RelationType, StatementPredicate } from '#contracts/ontology.js';
import { compilePattern, type CompiledPattern } from './pattern.js';

/** What a rule may change about the claim that its patterns make. */
export interface RuleOptions {
  /** Overrides what the verb says. */
  readonly polarity?: Polarity;
  /** What a simple past says of the claim; by default that it has ended. */
  readonly past?: Polarity;
  /** The claim leads from B to A. */
  readonly swap?: boolean;
  /** Type of an end that nothing else types. */
  readonly fromType?: EntityType;
  readonly toType?: EntityType;
  /** The words say what B is, whatever else its name may be ("my dog Bruno"). */
  readonly sure?: true;
  /** Subject of patterns without A or P. */
  readonly speaks?: boolean;
  /** The match must start its clause. */
  readonly opens?: boolean;
  /** The claim's time is the memory's, whatever date its clause states. */
  readonly undated?: boolean;
  /** 0..1, of a match whose ends are sure. */
  readonly confidence?: number;
}

/** Patterns that claim a relation between A and B. */
export interface RelationRule extends RuleOptions {
  readonly relation: RelationType;
  readonly patterns: readonly CompiledPattern[];
}

export type ValueKind =
  'phrase' | 'noun' | 'number' | 'name' | 'email' | 'phone' | 'date' | 'clause' | 'instruction' | 'height';

/** Patterns that claim a statement about A; its object is the value of the match, or B. */
export interface StatementRule extends RuleOptions {
  readonly predicate: StatementPredicate;
  readonly value: ValueKind;
  readonly patterns: readonly CompiledPattern[];
}

export type ClaimRule = RelationRule | StatementRule;

/** A rule of relations; see `compilePattern` for the language of patterns. */
export function relation(type: RelationType, patterns: readonly string[], options: RuleOptions = {}): RelationRule {
  return { ...options, relation: type, patterns: patterns.map(compilePattern) };
}

/** A rule of statements. */
export function statement(
  predicate: StatementPredicate,
  value: ValueKind,
  patterns: readonly string[],
  options: RuleOptions = {},
): StatementRule {
  return { ...options, predicate, value, patterns: patterns.map(compilePattern) };
}

/** Finds the rules whose cue words a sentence holds. */
export class RuleIndex {
  private readonly byCue = new Map<string, { rule: ClaimRule; pattern: CompiledPattern }[]>();

  constructor(rules: readonly ClaimRule[]) {
    for (const rule of rules) {
      for (const pattern of rule.patterns) {
        for (const cue of pattern.cues) {
          const list = this.byCue.get(cue) ?? [];
          list.push({ rule, pattern });
          this.byCue.set(cue, list);
        }
      }
    }
  }

  /** Rules that the word may be the cue of. */
  of(word: string): readonly { readonly rule: ClaimRule; readonly pattern: CompiledPattern }[] {
    return this.byCue.get(word) ?? [];
  }
}
