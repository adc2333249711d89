import { genderOfNoun, type Gender } from '#lexicon/gender.js';
import { genderOfGivenName } from '#lexicon/given-names.js';

/** A word, or a name of which `name` is not null. */
interface WordOrName {
  readonly word: string;
  readonly name: string | null;
}

/** Words before a name in which its noun stands: "wife is called Petra". */
const REACH = 3;
const BETWEEN = /^(?:is|'s|was|called|named|name|,|ex|late|dear|older|younger|elder|big|little)$/;

/**
 * Genders of persons by the nouns beside their names: "my brother Jonas", "his wife is called Petra", "Jonas, my
 * brother", "Mrs Prins". Of two that differ, the first counts. Of whom no noun tells it, the given name does.
 */
export class Genders {
  private readonly known = new Map<string, Gender>();

  of(name: string): Gender | null {
    const form = name.toLowerCase();
    return this.known.get(form) ?? givenNameOf(form);
  }

  /** Reads a sentence, or a turn. */
  read(items: readonly WordOrName[]): void {
    for (const [i, { name }] of items.entries()) {
      const gender = name === null ? null : (before(items, i) ?? titleOf(name) ?? behind(items, i));
      if (name !== null && gender !== null && !this.known.has(name.toLowerCase()))
        this.known.set(name.toLowerCase(), gender);
    }
  }
}

function before(items: readonly WordOrName[], at: number): Gender | null {
  for (let k = at - 1; k >= Math.max(0, at - REACH); k--) {
    const word = items[k]?.word ?? '';
    const gender = genderOfNoun(word);
    if (gender !== null || !BETWEEN.test(word)) return gender;
  }
  return null;
}

/** "Jonas, my brother", "Jonas is my brother" */
function behind(items: readonly WordOrName[], at: number): Gender | null {
  const [link, owner, noun] = [1, 2, 3].map((step) => items[at + step]?.word ?? '');
  const isOwned = /^(?:,|is|'s)$/.test(link ?? '') && /^(?:my|our|his|her|their)$/.test(owner ?? '');
  return isOwned ? genderOfNoun(noun ?? '') : null;
}

const TITLE = /^(?:dr|prof|professor|rn|rev|sr|st)\.?$/;

/** Gender by the given name: "ana", "dr. ana reis". */
function givenNameOf(form: string): Gender | null {
  const words = form.split(' ').filter((word) => !TITLE.test(word));
  return genderOfGivenName(words[0] ?? '');
}

/** "Mrs Prins", "Uncle Ted" */
function titleOf(name: string): Gender | null {
  const [title = '', ...rest] = name.toLowerCase().split(' ');
  return rest.length > 0 ? genderOfNoun(title) : null;
}
