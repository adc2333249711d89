import type { EntityType } from '#contracts/ontology.js';
import { loadGazetteers, nameForm } from '#extraction/gazetteers.js';
import type { NameLexicon } from '#graph/resolve/compare-names.js';
import { nameWords } from '#graph/resolve/name-words.js';

/** What the shipped name lists say of words, and of what a name looks like. */
export interface NameLists extends NameLexicon {
  /** The type that a name looks like: a person by first name, an organization, a place; else a concept. */
  typeOf(name: string): EntityType;
}

let loaded: NameLists | undefined;

/** The lists, read when they are first asked for: 15 MB and a tenth of a second that not every process needs. */
export function nameLists(): NameLists {
  loaded ??= readLists();
  return loaded;
}

function readLists(): NameLists {
  const { firstNames, surnames, places, organizations, nicknames, commonWords } = loadGazetteers();
  const lists = [firstNames, surnames, places, organizations, commonWords];
  const formal = formalNames(nicknames);
  return {
    isKnown: (word) => lists.some((list) => list.has(word)),
    isCommon: (word) => commonWords.has(word),
    nicknamesOf: (word) => [...new Set([...(nicknames.get(word) ?? []), ...(formal.get(word) ?? [])])],
    typeOf(name) {
      const form = nameForm(name);
      const { words, legal } = nameWords('organization', name);
      if (legal !== null || organizations.has(form)) return 'organization';
      if (places.has(form)) return 'place';
      return firstNames.has(words[0] ?? '') && words.length <= 4 ? 'person' : 'concept';
    },
  };
}

/** Given names by nickname: the list has them the other way round. */
function formalNames(nicknames: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const formal = new Map<string, string[]>();
  for (const [name, list] of nicknames)
    for (const nickname of list) formal.set(nickname, [...(formal.get(nickname) ?? []), name]);
  return formal;
}
