import type { NameRef, Observations, RelationObservation } from '#contracts/observations.js';
import type { RelationType } from '#contracts/ontology.js';
import { isSameRef } from '../names/same-name.js';

/** Where somebody or something is: one place at a time, the most specific one told. */
const PLACES_OF: ReadonlySet<RelationType> = new Set(['lives_in', 'located_in']);
/** What is less likely than not tells no place to be within another. */
const MIN_CONFIDENCE = 0.5;

/**
 * Leaves out that somebody or something is in a place where the same memory gives a place within it: of "lives in Shore
 * Lane, Oban" the town, which would end the street as another home.
 */
export function withInnerPlaces(observations: Observations): Observations {
  const asserted = observations.relations.filter(
    ({ type, polarity }) => PLACES_OF.has(type) && polarity === 'asserted',
  );
  const lies = (inner: NameRef, outer: NameRef) =>
    asserted.some(
      ({ type, from, to, confidence }) =>
        type === 'located_in' && confidence >= MIN_CONFIDENCE && isSameRef(from, inner) && isSameRef(to, outer),
    );
  const isOuter = (relation: RelationObservation) =>
    asserted.includes(relation) &&
    asserted.some(
      ({ type, from, to }) => type === relation.type && isSameRef(from, relation.from) && lies(to, relation.to),
    );
  const relations = observations.relations.filter((relation) => !isOuter(relation));
  return relations.length === observations.relations.length ? observations : { ...observations, relations };
}
