import type { EntityType } from '#contracts/ontology.js';
import { loadGazetteers, nameForm } from '#extraction/names/gazetteers.js';
import { nameLexicon } from '#entity-resolution/name-lexicon.js';
import { tokenizeName } from '#entity-resolution/name-tokens.js';
import type { SpellingLexicon } from '#entity-resolution/resolve/compare-names.js';

/** What the shipped name lists say of words, and of what a name looks like. */
export interface NameLists extends SpellingLexicon {
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
  const { firstNames, surnames, places, organizations, commonWords } = loadGazetteers();
  const lists = [firstNames, surnames, places, organizations, commonWords];
  return {
    isKnown: (word) => lists.some((list) => list.has(word)),
    ...nameLexicon(),
    typeOf(name) {
      const form = nameForm(name);
      const { words, rest } = tokenizeName('organization', name);
      if (rest !== null || organizations.has(form)) return 'organization';
      if (places.has(form)) return 'place';
      return firstNames.has(words[0] ?? '') && words.length <= 4 ? 'person' : 'concept';
    },
  };
}
