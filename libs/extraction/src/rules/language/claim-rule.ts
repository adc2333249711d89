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
  readonly inverse?: boolean;
  /** Type of an end that nothing else types. */
  readonly fromType?: EntityType;
  readonly toType?: EntityType;
  /** The words say what B is, whatever else its name may be ("my dog Bruno"). */
  readonly forcesType?: true;
  /** Subject of patterns without A or P. */
  readonly subjectIsSpeaker?: boolean;
  /** The match must start its clause. */
  readonly atClauseStart?: boolean;
  /** No name may stand right behind the match: it is what the last word says ("Leeds, my friend Tolu"). */
  readonly notBeforeName?: boolean;
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

interface RuleCandidate {
  readonly rule: ClaimRule;
  readonly pattern: CompiledPattern;
  /** Numbers of the lists of words that the pattern needs one of each. */
  readonly needs: readonly number[];
}

/** Finds the rules whose words a sentence holds. */
export class RuleIndex {
  private readonly byCue = new Map<string, RuleCandidate[]>();
  /** Numbers of the lists that hold a word. */
  private readonly listsOf = new Map<string, number[]>();
  /** By list, the sentence that held a word of it last. */
  private readonly heldBy: number[] = [];
  private sentence = 0;

  constructor(rules: readonly ClaimRule[]) {
    const numbers = new Map<string, number>();
    for (const rule of rules) {
      for (const pattern of rule.patterns) {
        const needs = pattern.needs.map((words) => this.numberOf(words, numbers));
        for (const cue of pattern.cues) {
          const list = this.byCue.get(cue) ?? [];
          list.push({ rule, pattern, needs });
          this.byCue.set(cue, list);
        }
      }
    }
  }

  /**
   * Rules that a sentence of these words may match, by the cue word: those of which all words are there. In chats three in
   * five of the patterns that a cue leads to lack another word. The function that is returned holds until the next sentence.
   */
  within(words: Iterable<string>): (cue: string) => readonly RuleCandidate[] {
    this.sentence += 1;
    for (const word of words) {
      for (const list of this.listsOf.get(word) ?? []) this.heldBy[list] = this.sentence;
    }
    return (cue) => this.byCue.get(cue)?.filter(({ needs }) => this.holds(needs)) ?? [];
  }

  private holds(needs: readonly number[]): boolean {
    for (const list of needs) if (this.heldBy[list] !== this.sentence) return false;
    return true;
  }

  /** The number of a list of words; lists of the same words have the same. */
  private numberOf(words: ReadonlySet<string>, numbers: Map<string, number>): number {
    const key = [...words].sort().join(' ');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const made = this.heldBy.push(0) - 1;
    numbers.set(key, made);
    for (const word of words) this.listsOf.set(word, [...(this.listsOf.get(word) ?? []), made]);
    return made;
  }
}
