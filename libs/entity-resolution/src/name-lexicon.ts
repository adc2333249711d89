import {
  loadCommonWords,
  loadFirstNames,
  loadNicknames,
  loadOrganizations,
  loadPlaces,
} from '#extraction/names/gazetteers.js';

/** Lexicon of words, independent of any scope. Words are folded. */
export interface NameLexicon {
  /** Whether it is a common word of running text that is not used as a name there. */
  isCommon(word: string): boolean;
  /** Whether it is a first name as it stands, and so hardly the truncation of another. */
  isFirstName(word: string): boolean;
  /** Whether it is the name of a place, of one or more words. */
  isPlace(name: string): boolean;
  /** Whether it is the name of an organization, of one or more words. */
  isOrganization(name: string): boolean;
  /** Whether it is both a first name and a place: Paris, Jordan. */
  isPersonAndPlace(word: string): boolean;
  /** Other first names of the same person: `robert` for `bob`, and the reverse. */
  nicknamesOf(word: string): readonly string[];
}

let loaded: NameLexicon | undefined;

/**
 * The lexicon of the shipped lists, read on first use, which takes some milliseconds.
 * @throws Error when a list is missing or broken
 */
export function nameLexicon(): NameLexicon {
  loaded ??= readLexicon();
  return loaded;
}

function readLexicon(): NameLexicon {
  const [nicknames, firstNames, commonWords] = [loadNicknames(), loadFirstNames(), loadCommonWords()];
  const formal = formalNames(nicknames);
  const [places, organizations] = [loadPlaces(), loadOrganizations()];
  const both = new Set([...places].filter((place) => firstNames.has(place)));
  return {
    isCommon: (word) => commonWords.has(word),
    isFirstName: (word) => firstNames.has(word),
    isPlace: (name) => places.has(name),
    isOrganization: (name) => organizations.has(name),
    isPersonAndPlace: (word) => both.has(word),
    nicknamesOf: (word) => [...new Set([...(nicknames.get(word) ?? []), ...(formal.get(word) ?? [])])],
  };
}

/** Formal names by nickname; the list maps the other way. */
function formalNames(nicknames: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const formal = new Map<string, string[]>();
  for (const [name, list] of nicknames)
    for (const nickname of list) formal.set(nickname, [...(formal.get(nickname) ?? []), name]);
  return formal;
}
