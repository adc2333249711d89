import type { NameRef } from '#contracts/observations.js';
import { Genders } from './genders.js';
import { type Item, wordAt } from './language/items.js';
import { genderOfPronoun, type Gender } from '#lexicon/gender.js';
import { GENERIC_PERSON_NOUNS, UNNAMED_PERSON_NOUNS } from '#lexicon/kinship.js';

/**
 * Resolves "he", "she" and "they" to the latest person named before them whom nothing calls of another gender, unless
 * an unnamed person was mentioned in between. Reads the memory forward; call `advance` after each sentence.
 */
export class PronounResolver {
  /** Persons named since an unnamed one was mentioned, latest first. */
  private persons: readonly string[] = [];
  private readonly genders = new Genders();

  /** Person that a pronoun at item `i` refers to, or null. */
  resolve(items: readonly Item[], i: number): NameRef | null {
    this.genders.read(items.map(wordOrName));
    const named: string[] = [];
    for (let k = i - 1; k >= 0; k--) {
      const item = items[k];
      if (item === undefined) break;
      if (item.name?.type === 'person') named.push(item.name.name);
      else if (isUnnamedPerson(items, k)) return this.fitting(genderOfPronoun(wordAt(items, i)), named);
    }
    return this.fitting(genderOfPronoun(wordAt(items, i)), [...named, ...this.persons]);
  }

  /** Records a sentence that has been read. @param persons names that a claim of it typed as persons */
  advance(items: readonly Item[], persons: ReadonlySet<string>): void {
    this.genders.read(items.map(wordOrName));
    for (let k = 0; k < items.length; k++) {
      const name = items[k]?.name;
      if (name && (name.type === 'person' || persons.has(name.name))) this.add(name.name);
      else if (isUnnamedPerson(items, k)) this.persons = [];
    }
  }

  private add(name: string): void {
    this.persons = [name, ...this.persons.filter((other) => other !== name)].slice(0, MAX_PERSONS);
  }

  /** The latest person, or if that one is of another gender, the latest who is known to be of the gender. */
  private fitting(gender: Gender | null, persons: readonly string[]): NameRef | null {
    const [latest] = persons;
    const known = latest === undefined ? null : this.genders.of(latest);
    const isOther = gender !== null && known !== null && known !== gender;
    const name = isOther ? persons.find((person) => this.genders.of(person) === gender) : latest;
    return name === undefined ? null : { type: 'person', name };
  }
}

/** Persons among whom one of another gender is looked for. */
const MAX_PERSONS = 8;

function wordOrName({ word, name }: Item): { readonly word: string; readonly name: string | null } {
  return { word, name: name?.name ?? null };
}

function hasDeterminer(items: readonly Item[], k: number): boolean {
  return [k - 1, k - 2].some((at) => /^(?:a|an|the|this|that|my|our|some|another)$/.test(wordAt(items, at)));
}

function isUnnamedPerson(items: readonly Item[], k: number): boolean {
  if (!UNNAMED_PERSON_NOUNS.has(wordAt(items, k))) return false;
  if (GENERIC_PERSON_NOUNS.has(wordAt(items, k)) && !hasDeterminer(items, k)) return false;
  const near = [items[k - 2], items[k - 1], items[k + 1], items[k + 2], items[k + 3]];
  return near.every((item) => item?.name?.type !== 'person') && !isApposition(items, k);
}

/** Whether a noun describes the person named before it: "Ana, our new ward manager". */
function isApposition(items: readonly Item[], k: number): boolean {
  const comma = [k - 3, k - 4].find((at) => wordAt(items, at) === ',');
  if (comma === undefined || items[comma - 1]?.name?.type !== 'person') return false;
  return /^(?:my|our|his|her|their|a|an|the)$/.test(wordAt(items, comma + 1));
}
