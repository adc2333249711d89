import type { ClaimRule } from './claim-rule.js';
import { compilePattern, type CompiledPattern } from './pattern.js';

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

  /** @throws Error if a pattern cannot be compiled */
  constructor(rules: readonly ClaimRule[]) {
    const numbers = new Map<string, number>();
    for (const rule of rules) {
      for (const source of Object.keys(rule.patterns)) {
        const pattern = compilePattern(source);
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
