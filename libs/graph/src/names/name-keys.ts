import { entityTypeId, type EntityType } from '#contracts/ontology.js';
import type { NameLexicon } from './name-lexicon.js';
import { acronymsOf, nameWords, type NameWords } from './name-words.js';
import { clipsOf, CUT_AFTER, CUT_BEFORE, isClip, isGeneration, spellingOf, withoutHead } from './short-form.js';

/**
 * By what a name meets the names that it may be a shorter form of. Of two names of a type of which one is a shorter
 * form of the other (`shortFormOf`), the shorter asks for a key that the fuller one offers. What a full name asks for,
 * hardly any other offers, so that neither of ten thousand Johns looks at the others.
 */
export interface NameKeys {
  readonly asked: readonly string[];
  readonly offered: readonly string[];
}

/** Longer names, in code units and in words, are sentences, and nobody's shorter or fuller form. */
const LONGEST = { text: 200, words: 8 };

/** The keys of a name of a type; each says the type, so that only names of one type meet. */
export function nameKeys(type: EntityType, name: string, lexicon: NameLexicon): NameKeys {
  const words = nameWords(type, name);
  const isName = words.core.length > 0 && words.words.length <= LONGEST.words && words.normal.length <= LONGEST.text;
  // What a date says, it says with every letter.
  if (!isName || type === 'date') return { asked: [], offered: [] };
  const { asked, offered } = type === 'person' ? personKeys(words, lexicon) : thingKeys(type, words);
  const spelled = [`=${spellingOf(words)}`];
  const typed = (keys: readonly string[]): string[] =>
    [...new Set(keys)].map((key) => `${String(entityTypeId(type))} ${key}`).sort();
  return { asked: typed([...asked, ...spelled]), offered: typed([...offered, ...spelled]) };
}

function thingKeys(type: EntityType, { core }: NameWords): NameKeys {
  const whole = [`=${core.join('')}`, `=${withoutHead(core).replaceAll(' ', '')}`];
  const starts = CUT_AFTER.has(type) ? parts(core, (n) => core.slice(0, n)) : [];
  const ends = CUT_BEFORE.has(type) ? parts(core, (n) => core.slice(-n)) : [];
  const cut = [...starts, ...ends].map((part) => `=${part.join('')}`);
  return { asked: whole, offered: [...whole, ...cut, ...acronymsOf(core).map((acronym) => `=${acronym}`)] };
}

function personKeys({ words }: NameWords, lexicon: NameLexicon): NameKeys {
  if (isGeneration(words.at(-1))) return { asked: [], offered: [] };
  const [first = '', ...others] = words;
  const last = words.at(-1) ?? '';
  const nicknames = lexicon.nicknamesOf(first).map((other) => [other, ...others]);
  const asked = [words, ...nicknames].map((form) => `=${form.join(' ')}`);
  const offered = [words, ...parts(words, (n) => words.slice(0, n)), ...parts(words, (n) => words.slice(-n))].map(
    (form) => `=${form.join(' ')}`,
  );
  // One word that may be the beginning of a first name asks for those that begin with it.
  if (words.length === 1 && isClip(first, lexicon)) asked.push(`${first}~`);
  offered.push(...clipsOf(first).map((clip) => `${clip}~`));
  if (words.length === 2) {
    const forms = first.length === 1 ? [first, `${first}.`] : [first, first.charAt(0), ...lexicon.nicknamesOf(first)];
    asked.push(...forms.map((form) => `${form} ... ${last}`));
  }
  if (words.length > 2) offered.push(`${first} ... ${last}`, `${first.charAt(0)}. ... ${last}`);
  if (words.length > 1) {
    const [initial, final] = [`${first.charAt(0)}. ${others.join(' ')}`, withLastInitial(words)];
    if (first.length === 1) asked.push(initial);
    else offered.push(initial);
    if (last.length === 1) asked.push(final);
    else offered.push(final);
  }
  return { asked, offered };
}

function withLastInitial(words: readonly string[]): string {
  return `${words.slice(0, -1).join(' ')} ${(words.at(-1) ?? '').charAt(0)}.`;
}

/** The cuts of a name to one, two … words, all but the whole. */
function parts<T>(words: readonly T[], cut: (n: number) => readonly T[]): (readonly T[])[] {
  return words.slice(1).map((_, i) => cut(i + 1));
}
