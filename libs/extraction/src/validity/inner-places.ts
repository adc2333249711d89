import type { NameRef, Observations, RelationObservation } from '#contracts/observations.js';
import type { RelationType } from '#contracts/ontology.js';

/** Where somebody or something is: one place at a time, the most specific one told. */
const PLACES_OF: ReadonlySet<RelationType> = new Set(['lives_in', 'located_in']);
/** What is less likely than not tells no place to be within another. */
const MIN_CONFIDENCE = 0.5;

/**
 * Leaves out that somebody or something is in a place where the same memory gives a place within it: of "lives in Shore
 * Lane, Oban" the town, which would end the street as another home. Work: the square of the places given for one name.
 */
export function withInnerPlaces(observations: Observations): Observations {
  const asserted = observations.relations.filter(
    ({ type, polarity }) => PLACES_OF.has(type) && polarity === 'asserted',
  );
  if (asserted.length < 2) return observations;
  const likely = asserted.filter(({ type, confidence }) => type === 'located_in' && confidence >= MIN_CONFIDENCE);
  const outerOf = grouped(likely, ({ from }) => keyOf(from));
  const placesOf = grouped(asserted, whose);
  const outer = new Set(
    asserted.filter((relation) => {
      const place = keyOf(relation.to);
      return [...(placesOf.get(whose(relation)) ?? [])].some((inner) => outerOf.get(inner)?.has(place));
    }),
  );
  if (outer.size === 0) return observations;
  return { ...observations, relations: observations.relations.filter((relation) => !outer.has(relation)) };
}

/** The places of relations, by a key of each. */
function grouped(
  relations: readonly RelationObservation[],
  key: (relation: RelationObservation) => string,
): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const relation of relations) {
    const group = groups.get(key(relation)) ?? new Set();
    groups.set(key(relation), group.add(keyOf(relation.to)));
  }
  return groups;
}

function whose({ type, from }: RelationObservation): string {
  return `${type} ${keyOf(from)}`;
}

/** Equal for references that name the same, as `isSameRef` has it. */
function keyOf({ type, name }: NameRef): string {
  return `${type} ${name.toLowerCase()}`;
}
