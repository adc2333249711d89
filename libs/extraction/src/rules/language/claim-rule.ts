import type { Polarity } from '#contracts/observations.js';
import type { EntityType, RelationType, StatementPredicate } from '#contracts/ontology.js';
import { compilePattern, type CompiledPattern } from './pattern.js';

/** Options of a rule for the claims of its patterns. */
export interface RuleOptions {
  /** Overrides the polarity of the verb. */
  readonly polarity?: Polarity;
  /** Polarity of a simple past; by default that the claim has ended. */
  readonly past?: Polarity;
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
  /** The claim has the time of the memory, whatever date its clause states. */
  readonly undated?: boolean;
  /** Confidence of a match with certain ends, 0 to 1. */
  readonly confidence?: number;
}

/** Rule for relations between A and B. */
export interface RelationRule extends RuleOptions {
  readonly relation: RelationType;
  readonly patterns: readonly CompiledPattern[];
}

export type ValueKind =
  'phrase' | 'noun' | 'number' | 'name' | 'email' | 'phone' | 'date' | 'clause' | 'instruction' | 'height';

/** Rule for statements about A; the object is the value of the match, or B. */
export interface StatementRule extends RuleOptions {
  readonly predicate: StatementPredicate;
  readonly value: ValueKind;
  readonly patterns: readonly CompiledPattern[];
}

export type ClaimRule = RelationRule | StatementRule;

/** Creates a relation rule; see `compilePattern` for the pattern language. */
export function relation(type: RelationType, patterns: readonly string[], options: RuleOptions = {}): RelationRule {
  return { ...options, relation: type, patterns: patterns.map(compilePattern) };
}

/** Creates a statement rule. */
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
  /** Ids of word lists; the sentence needs a word of each. */
  readonly needs: readonly number[];
}

/** Index of rules by the words that they need. */
export class RuleIndex {
  private readonly byCue = new Map<string, RuleCandidate[]>();
  /** Ids of the lists that contain a word. */
  private readonly listsOf = new Map<string, number[]>();
  /** By list id, the last sentence with a word of the list. */
  private readonly lastSentence: number[] = [];
  private sentence = 0;

  constructor(rules: readonly ClaimRule[]) {
    const numbers = new Map<string, number>();
    for (const rule of rules) {
      for (const pattern of rule.patterns) {
        const needs = pattern.needs.map((words) => this.listId(words, numbers));
        for (const cue of pattern.cues) {
          const list = this.byCue.get(cue) ?? [];
          list.push({ rule, pattern, needs });
          this.byCue.set(cue, list);
        }
      }
    }
  }

  /**
   * Rules that a sentence with these words may match, by cue word: those whose needed words all occur. In chats, three
   * of five patterns found by a cue lack another word. The returned function is valid until the next call.
   */
  within(words: Iterable<string>): (cue: string) => readonly RuleCandidate[] {
    this.sentence += 1;
    for (const word of words) {
      for (const list of this.listsOf.get(word) ?? []) this.lastSentence[list] = this.sentence;
    }
    return (cue) => this.byCue.get(cue)?.filter(({ needs }) => this.hasAll(needs)) ?? [];
  }

  private hasAll(needs: readonly number[]): boolean {
    for (const list of needs) if (this.lastSentence[list] !== this.sentence) return false;
    return true;
  }

  /** Id of a word list; equal lists share an id. */
  private listId(words: ReadonlySet<string>, numbers: Map<string, number>): number {
    const key = [...words].sort().join(' ');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const made = this.lastSentence.push(0) - 1;
    numbers.set(key, made);
    for (const word of words) this.listsOf.set(word, [...(this.listsOf.get(word) ?? []), made]);
    return made;
  }
}
