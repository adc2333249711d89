import type { NameRef } from '#contracts/observations.js';
import { Genders } from './genders.js';
import { isNameAt, type Item, wordAt } from './language/items.js';
import { genderOfNoun, genderOfPronoun, type Gender } from '#lexicon/gender.js';
import { genderOfGivenName } from '#lexicon/given-names.js';
import { GENERIC_PERSON_NOUNS, UNNAMED_PERSON_NOUNS } from '#lexicon/kinship.js';
import { POSSESSIVES } from '#lexicon/pronouns.js';

/** A person mentioned, by name or by a noun only ("my sister"). */
interface Mentioned {
  /** Null for an unnamed one. */
  readonly name: string | null;
  /** Of an unnamed one, by the noun; null if that says none. */
  readonly gender: Gender | null;
  /** Whether the text goes on about somebody else, whose relative or doctor it is. */
  readonly isBehind: boolean;
}

/**
 * Resolves "he", "she" and "they" to the latest person named before them whom nothing calls of another gender, unless
 * an unnamed person who may be meant was mentioned in between. Reads the memory forward; call `advance` after each
 * sentence.
 */
export class PronounResolver {
  /** Persons mentioned, latest first. */
  private persons: readonly Mentioned[] = [];
  private readonly genders = new Genders();

  /** Person that a pronoun at item `i` refers to, or null. */
  resolve(items: readonly Item[], i: number): NameRef | null {
    this.genders.read(items.map(wordOrName));
    const pronoun = wordAt(items, i);
    const mentioned = bySalience(items, i, pronoun, (k) => mayBePerson(items, k));
    return this.fitting(genderOfPronoun(pronoun), [...mentioned, ...this.persons]);
  }

  /** Records a sentence that has been read. @param persons names that a claim of it typed as persons */
  advance(items: readonly Item[], persons: ReadonlySet<string>): void {
    this.genders.read(items.map(wordOrName));
    const isPerson = (k: number) => mayBePerson(items, k) || persons.has(items[k]?.name?.name ?? '');
    for (const one of bySalience(items, items.length, '', isPerson).reverse()) this.add(one);
  }

  private add(one: Mentioned): void {
    const others = this.persons.filter(({ name }) => name === null || name !== one.name);
    const ahead = one.isBehind ? 1 : 0;
    this.persons = [...others.slice(0, ahead), one, ...others.slice(ahead)].slice(0, MAX_PERSONS);
  }

  /** The latest person, or if that one is of another gender, the latest who is known to be of the gender. */
  private fitting(gender: Gender | null, persons: readonly Mentioned[]): NameRef | null {
    let passed = false;
    for (const one of persons) {
      if (one.name === null) {
        if (gender === null || one.gender === null || one.gender === gender) return null;
        continue;
      }
      const known = this.genders.of(one.name);
      if (gender === null || known === gender || (known === null && !passed)) return { type: 'person', name: one.name };
      passed = true;
    }
    return null;
  }
}

/** Whether an item is the name of a person: by its type or, if it has none, by the noun before it or the given name. */
function mayBePerson(items: readonly Item[], k: number): boolean {
  const name = items[k]?.name ?? null;
  if (name === null || name.type !== null) return name?.type === 'person';
  return UNNAMED_PERSON_NOUNS.has(wordAt(items, k - 1)) || hasGivenName(name.name);
}

function hasGivenName(name: string): boolean {
  return genderOfGivenName(name.toLowerCase().split(' ')[0] ?? '') !== null;
}

/** Persons among whom one of another gender is looked for. */
const MAX_PERSONS = 8;

/**
 * Persons mentioned before an item, the one whom a later pronoun means most likely first: the latest, but behind the
 * others who only owns something ("Stelian's brother"), and who is introduced as another's ("his doctor is Ana").
 */
function bySalience(
  items: readonly Item[],
  end: number,
  pronoun: string,
  isPerson: (k: number) => boolean,
): Mentioned[] {
  const salient: Mentioned[] = [];
  const others: Mentioned[] = [];
  for (let k = end - 1; k >= 0; k--) {
    const item = items[k];
    if (item === undefined) break;
    if (item.name !== null && isPerson(k)) {
      const isBehind = isOwner(items, k) || isIntroduced(items, k, pronoun);
      (isBehind ? others : salient).push({ name: item.name.name, gender: null, isBehind });
    } else if (isUnnamedPerson(items, k)) {
      salient.push({ name: null, gender: genderOfNoun(item.word), isBehind: false });
    }
  }
  return [...salient, ...others];
}

/** Whether a noun says of one named before whose relative it is: "Radu, Stelian's younger brother". */
function isOfNamed(items: readonly Item[], k: number): boolean {
  const owner = [k - 2, k - 3].find((at) => isNameAt(items, at)) ?? -1;
  return /^(?:'s|')$/.test(wordAt(items, owner + 1)) && wordAt(items, owner - 1) === ',' && isNameAt(items, owner - 2);
}

/** "Stelian's younger brother" */
function isOwner(items: readonly Item[], k: number): boolean {
  return /^(?:'s|')$/.test(wordAt(items, k + 1)) && UNNAMED_PERSON_NOUNS.has(nounBehind(items, k + 2));
}

function nounBehind(items: readonly Item[], at: number): string {
  const next = wordAt(items, at);
  return UNNAMED_PERSON_NOUNS.has(next) ? next : wordAt(items, at + 1);
}

/** "His doctor is Ana": whom the sentence goes on about is he. */
function isIntroduced(items: readonly Item[], k: number, pronoun: string): boolean {
  if (!/^(?:is|'s|was|are)$/.test(wordAt(items, k - 1))) return false;
  const owner = [k - 3, k - 4].map((at) => wordAt(items, at)).find((word) => POSSESSIVES.has(word)) ?? '';
  const gender = genderOfPronoun(owner);
  return gender !== null && (pronoun === '' || genderOfPronoun(pronoun) === gender);
}

function wordOrName({ word, name }: Item): { readonly word: string; readonly name: string | null } {
  return { word, name: name?.name ?? null };
}

function hasDeterminer(items: readonly Item[], k: number): boolean {
  return [k - 1, k - 2].some((at) => /^(?:a|an|the|this|that|my|our|some|another)$/.test(wordAt(items, at)));
}

function isUnnamedPerson(items: readonly Item[], k: number): boolean {
  if (!UNNAMED_PERSON_NOUNS.has(wordAt(items, k))) return false;
  if (GENERIC_PERSON_NOUNS.has(wordAt(items, k)) && !hasDeterminer(items, k)) return false;
  if (isOfNamed(items, k) || isApposition(items, k)) return false;
  return ![k - 2, k - 1, k + 1, k + 2, k + 3].some((at) => mayBePerson(items, at));
}

/** Whether a noun describes the person named before it: "Ana, our new ward manager". */
function isApposition(items: readonly Item[], k: number): boolean {
  const comma = [k - 3, k - 4].find((at) => wordAt(items, at) === ',');
  if (comma === undefined || items[comma - 1]?.name?.type !== 'person') return false;
  return /^(?:my|our|his|her|their|a|an|the)$/.test(wordAt(items, comma + 1));
}
