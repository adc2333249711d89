import { loadCommonWords, loadFirstNames, loadNicknames, loadPlaces } from '#extraction/names/gazetteers.js';

/** What is known of words apart from any scope. Words are folded. */
export interface NameLexicon {
  /** Whether running text uses it and it names nothing there. */
  isCommon(word: string): boolean;
  /** Whether people are given it as it is, and so hardly the beginning of another. */
  isFirstName(word: string): boolean;
  /** Whether people are given it, and a place has it too: Paris, Jordan. */
  isPersonAndPlace(word: string): boolean;
  /** Other first names of whoever has this one: `robert` for `bob`. */
  nicknamesOf(word: string): readonly string[];
}

let loaded: NameLexicon | undefined;

/** The shipped lists, read when they are first asked for: some milliseconds. @throws Error where one is missing or broken */
export function nameLexicon(): NameLexicon {
  loaded ??= readLexicon();
  return loaded;
}

function readLexicon(): NameLexicon {
  const [nicknames, firstNames, commonWords] = [loadNicknames(), loadFirstNames(), loadCommonWords()];
  const formal = formalNames(nicknames);
  const both = new Set([...loadPlaces()].filter((place) => firstNames.has(place)));
  return {
    isCommon: (word) => commonWords.has(word),
    isFirstName: (word) => firstNames.has(word),
    isPersonAndPlace: (word) => both.has(word),
    nicknamesOf: (word) => [...new Set([...(nicknames.get(word) ?? []), ...(formal.get(word) ?? [])])],
  };
}

/** Given names by nickname: the list has them the other way round. */
function formalNames(nicknames: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const formal = new Map<string, string[]>();
  for (const [name, list] of nicknames)
    for (const nickname of list) formal.set(nickname, [...(formal.get(nickname) ?? []), name]);
  return formal;
}
