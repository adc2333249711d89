import { entityTypeId, type EntityType } from '#contracts/ontology.js';
import type { NameLexicon } from './name-lexicon.js';
import { acronymsOf, tokenizeName, type NameTokens } from './name-tokens.js';
import {
  truncationsOf,
  PREFIX_SHORTENED_TYPES,
  SUFFIX_SHORTENED_TYPES,
  mayBeTruncatedFirstName,
  isGeneration,
  spellingOf,
  stripClassNoun,
} from './short-form.js';

/**
 * Blocking keys, which bring together names that may be a shorter form of each other. When one of two names of a type
 * is a shorter form of the other (`shortFormOf`), one of its lookup keys is an index key of the fuller name. The lookup
 * keys of a full name are index keys of few others, so ten thousand people called John are not compared with each
 * other.
 */
export interface BlockingKeys {
  readonly lookupKeys: readonly string[];
  readonly indexKeys: readonly string[];
}

/** Maximum length in code units and in words; longer texts are sentences, not names. */
const MAX_NAME = { text: 200, words: 8 };

/** Blocking keys of a name of a type. Each key contains the type, so that only names of one type match. */
export function blockingKeys(type: EntityType, name: string, lexicon: NameLexicon): BlockingKeys {
  const words = tokenizeName(type, name);
  const isName = words.core.length > 0 && words.words.length <= MAX_NAME.words && words.normal.length <= MAX_NAME.text;
  // Dates have no shorter forms.
  if (!isName || type === 'date') return { lookupKeys: [], indexKeys: [] };
  const { lookupKeys, indexKeys } = type === 'person' ? personKeys(words, lexicon) : thingKeys(type, words);
  const spelled = [`=${spellingOf(words)}`];
  const typed = (keys: readonly string[]): string[] =>
    [...new Set(keys)].map((key) => `${String(entityTypeId(type))} ${key}`).sort();
  return { lookupKeys: typed([...lookupKeys, ...spelled]), indexKeys: typed([...indexKeys, ...spelled]) };
}

function thingKeys(type: EntityType, { core }: NameTokens): BlockingKeys {
  const whole = [`=${core.join('')}`, `=${stripClassNoun(core).replaceAll(' ', '')}`];
  const starts = PREFIX_SHORTENED_TYPES.has(type) ? properCuts(core, (n) => core.slice(0, n)) : [];
  const ends = SUFFIX_SHORTENED_TYPES.has(type) ? properCuts(core, (n) => core.slice(-n)) : [];
  const cut = [...starts, ...ends].map((part) => `=${part.join('')}`);
  return { lookupKeys: whole, indexKeys: [...whole, ...cut, ...acronymsOf(core).map((acronym) => `=${acronym}`)] };
}

function personKeys({ words }: NameTokens, lexicon: NameLexicon): BlockingKeys {
  if (isGeneration(words.at(-1))) return { lookupKeys: [], indexKeys: [] };
  const [first = '', ...others] = words;
  const last = words.at(-1) ?? '';
  const nicknames = lexicon.nicknamesOf(first).map((other) => [other, ...others]);
  const lookupKeys = [words, ...nicknames].map((form) => `=${form.join(' ')}`);
  const indexKeys = [
    words,
    ...properCuts(words, (n) => words.slice(0, n)),
    ...properCuts(words, (n) => words.slice(-n)),
  ].map((form) => `=${form.join(' ')}`);
  // A single word that may be a truncated first name looks up the names that begin with it.
  if (words.length === 1 && mayBeTruncatedFirstName(first, lexicon)) lookupKeys.push(`${first}~`);
  indexKeys.push(...truncationsOf(first).map((clip) => `${clip}~`));
  if (words.length === 2) {
    const forms = first.length === 1 ? [first, `${first}.`] : [first, first.charAt(0), ...lexicon.nicknamesOf(first)];
    lookupKeys.push(...forms.map((form) => `${form} ... ${last}`));
  }
  if (words.length > 2) indexKeys.push(`${first} ... ${last}`, `${first.charAt(0)}. ... ${last}`);
  if (words.length > 1) {
    const [initial, final] = [`${first.charAt(0)}. ${others.join(' ')}`, withLastInitial(words)];
    if (first.length === 1) lookupKeys.push(initial);
    else indexKeys.push(initial);
    if (last.length === 1) lookupKeys.push(final);
    else indexKeys.push(final);
  }
  return { lookupKeys, indexKeys };
}

function withLastInitial(words: readonly string[]): string {
  return `${words.slice(0, -1).join(' ')} ${(words.at(-1) ?? '').charAt(0)}.`;
}

/** Cuts of a name to one, two … words, without the whole name. */
function properCuts<T>(words: readonly T[], cut: (n: number) => readonly T[]): (readonly T[])[] {
  return words.slice(1).map((_, i) => cut(i + 1));
}
