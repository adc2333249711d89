import type { NameRef } from '#contracts/observations.js';
import { type Item, wordAt } from './language/items.js';
import { GENERIC_PERSON_NOUNS, UNNAMED_PERSON_NOUNS } from '#lexicon/kinship.js';

/**
 * Resolves "he", "she" and "they" to the latest person named before them, unless an unnamed person was mentioned in
 * between. Reads the memory forward; call `advance` after each sentence.
 */
export class PronounResolver {
  private last: NameRef | null = null;

  /** Person that a pronoun at item `i` refers to, or null. */
  resolve(items: readonly Item[], i: number): NameRef | null {
    for (let k = i - 1; k >= 0; k--) {
      const item = items[k];
      if (item === undefined) break;
      if (item.name?.type === 'person') return { type: 'person', name: item.name.name };
      if (isUnnamedPerson(items, k)) return null;
    }
    return this.last;
  }

  /** Records a sentence that has been read. @param persons names that a claim of it typed as persons */
  advance(items: readonly Item[], persons: ReadonlySet<string>): void {
    for (let k = 0; k < items.length; k++) {
      const name = items[k]?.name;
      if (name && (name.type === 'person' || persons.has(name.name))) this.last = { type: 'person', name: name.name };
      else if (isUnnamedPerson(items, k)) this.last = null;
    }
  }
}

function hasDeterminer(items: readonly Item[], k: number): boolean {
  return [k - 1, k - 2].some((at) => /^(?:a|an|the|this|that|my|our|some|another)$/.test(wordAt(items, at)));
}

function isUnnamedPerson(items: readonly Item[], k: number): boolean {
  if (!UNNAMED_PERSON_NOUNS.has(wordAt(items, k))) return false;
  if (GENERIC_PERSON_NOUNS.has(wordAt(items, k)) && !hasDeterminer(items, k)) return false;
  const near = [items[k - 2], items[k - 1], items[k + 1], items[k + 2], items[k + 3]];
  return near.every((item) => item?.name?.type !== 'person');
}
