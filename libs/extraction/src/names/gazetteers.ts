import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { MORE_PLACES } from '#lexicon/places.js';
import { memoizeText } from '../text/memoize.js';

/** Name lists; all entries are in `nameForm`. */
export interface Gazetteers {
  readonly firstNames: ReadonlySet<string>;
  readonly surnames: ReadonlySet<string>;
  readonly places: ReadonlySet<string>;
  readonly organizations: ReadonlySet<string>;
  /** Nicknames by first name. */
  readonly nicknames: ReadonlyMap<string, readonly string[]>;
  /** Words that occur in lower case in running text and are not names there. */
  readonly commonWords: ReadonlySet<string>;
}

const DATA = new URL('../../data/', import.meta.url);

/** Loads the shipped lists. @throws Error if a file is missing or corrupt */
export function loadGazetteers(folder: URL = DATA): Gazetteers {
  return {
    firstNames: loadFirstNames(folder),
    surnames: setOf(folder, 'surnames'),
    places: loadPlaces(folder),
    organizations: loadOrganizations(folder),
    nicknames: loadNicknames(folder),
    commonWords: loadCommonWords(folder),
  };
}

/** Loads only the nicknames, a hundredth of all lists. @throws Error as `loadGazetteers` */
export function loadNicknames(folder: URL = DATA): Map<string, readonly string[]> {
  const nicknames = new Map<string, readonly string[]>();
  for (const line of linesOf(folder, 'nicknames')) {
    const [name, list] = line.split('\t');
    if (name !== undefined && list !== undefined) nicknames.set(name, list.split(','));
  }
  return nicknames;
}

/** Loads only the first names. @throws Error as `loadGazetteers` */
export function loadFirstNames(folder: URL = DATA): ReadonlySet<string> {
  return setOf(folder, 'first-names');
}

/** Loads only the places. @throws Error as `loadGazetteers` */
export function loadPlaces(folder: URL = DATA): ReadonlySet<string> {
  return setOf(folder, 'places', MORE_PLACES);
}

/** Loads only the organizations. @throws Error as `loadGazetteers` */
export function loadOrganizations(folder: URL = DATA): ReadonlySet<string> {
  return setOf(folder, 'organizations');
}

/** Loads only the common words. @throws Error as `loadGazetteers` */
export function loadCommonWords(folder: URL = DATA): ReadonlySet<string> {
  return setOf(folder, 'common-words');
}

/** Look-up form of a name: lower case, without diacritics, single spaces. */
export function nameForm(name: string): string {
  return /^[a-z]*$/.test(name) ? name : formOf(name);
}

/** Memoized, because both stages need the form of a name several times. */
const formOf = memoizeText((name) =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim(),
);

/** Lists by their file: names, entities and claims are compared with the same ones. */
const held = new Map<string, ReadonlySet<string>>();

function setOf(folder: URL, name: string, more: Iterable<string> = []): ReadonlySet<string> {
  const key = `${folder.href}${name}`;
  const known = held.get(key) ?? new Set([...linesOf(folder, name), ...more]);
  held.set(key, known);
  return known;
}

function linesOf(folder: URL, name: string): string[] {
  const text = gunzipSync(readFileSync(new URL(`${name}.txt.gz`, folder))).toString('utf8');
  return text.split('\n').filter((line) => line !== '');
}
