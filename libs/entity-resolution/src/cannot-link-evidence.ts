import { entityTypeId } from '#contracts/ontology.js';
import { nameLexicon } from './name-lexicon.js';
import { tokenizeName } from './name-tokens.js';

/** Entity row of a name. */
interface NamedRow {
  readonly entityId: string;
  readonly typeId: number;
  readonly normalForm: string;
}

/**
 * Evidence that two names are different entities: a first name and its nickname side by side in one memory ("Jack and
 * John"), since nobody uses both for one person. Pairs that the memory itself states as aliases are excluded.
 * @param stated pairs of entity ids, sorted and joined by a blank
 */
export function cannotLinkEvidence(
  entities: Iterable<NamedRow>,
  stated: { has(pair: string): boolean },
): { a: string; b: string }[] {
  const firstNames = new Map<string, string>();
  for (const { entityId, typeId, normalForm } of entities) {
    const { words } = tokenizeName('person', normalForm);
    if (typeId === entityTypeId('person') && words.length === 1) firstNames.set(words[0] ?? '', entityId);
  }
  const rows = new Map<string, { a: string; b: string }>();
  for (const [word, entityId] of firstNames) {
    for (const nickname of nameLexicon().nicknamesOf(word)) {
      const other = firstNames.get(nickname);
      if (other === undefined || other === entityId) continue;
      const [a, b] = [entityId, other].sort() as [string, string];
      if (!stated.has(`${a} ${b}`)) rows.set(`${a} ${b}`, { a, b });
    }
  }
  return [...rows.values()];
}
