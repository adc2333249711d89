import type { EntityType } from '#contracts/ontology.js';
import { loadGazetteers, nameForm } from '#extraction/names/gazetteers.js';
import { nameLexicon } from '#entity-resolution/name-lexicon.js';
import { tokenizeName } from '#entity-resolution/name-tokens.js';
import type { SpellingLexicon } from '#entity-resolution/resolve/compare-names.js';

/** Gazetteers and common words, for resolving a name that has no declared type. */
export interface NameLists extends SpellingLexicon {
  /** Guesses the type of a name: organization, place, person by first name, else concept. */
  typeOf(name: string): EntityType;
}

let loaded: NameLists | undefined;

/** Loads the lists on first use: 15 MB and 0.1 s, which not every process needs. */
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
