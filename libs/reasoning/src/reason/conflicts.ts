import type { GraphClaim } from '#graph/queries/graph-claims.js';

/** Predicates with only one true object, although several claims may be current. */
const UNIQUE_PREDICATES = new Set(['born_in']);
const OPPOSITES: ReadonlyMap<string, string> = new Map([
  ['likes', 'dislikes'],
  ['dislikes', 'likes'],
]);
/** Relations by which two places do not conflict: born in Porto, and in Portugal. */
const WITHIN = new Set(['located_in', 'part_of']);

/** Conflicting claims. */
export interface Conflicts {
  /** The newer claim that superseded a claim, by the id of the older one. */
  readonly superseded: ReadonlyMap<string, GraphClaim>;
  /** Conflicting claims of which none is newer, or that can never both be true, by the id of each. */
  readonly unresolved: ReadonlyMap<string, readonly GraphClaim[]>;
}

/**
 * Finds conflicts among claims. For functional predicates, the superseding claim contradicts the older one; if both
 * begin at the same time, each contradicts the other. Further conflicts are two birthplaces of which neither is known
 * to be within the other, and liking and disliking the same thing.
 */
export function conflictsAmong(claims: readonly GraphClaim[]): Conflicts {
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  const superseded = new Map<string, GraphClaim>();
  const unresolved = new Map<string, GraphClaim[]>();
  const addConflict = (a: GraphClaim, b: GraphClaim): void => {
    unresolved.set(a.id, [...(unresolved.get(a.id) ?? []), b]);
    unresolved.set(b.id, [...(unresolved.get(b.id) ?? []), a]);
  };
  for (const claim of claims) {
    const newer = byId.get(claim.supersededBy ?? '');
    if (newer === undefined) continue;
    if (newer.validFrom === claim.validFrom) addConflict(claim, newer);
    else superseded.set(claim.id, newer);
  }
  for (const [a, b] of pairsSideBySide(claims)) addConflict(a, b);
  return { superseded, unresolved };
}

/** Pairs of current claims about one subject that exclude each other. */
function pairsSideBySide(claims: readonly GraphClaim[]): [GraphClaim, GraphClaim][] {
  const within = new Set(claims.filter((c) => WITHIN.has(c.predicate)).flatMap((c) => [keyOf(c), keyOf(c, true)]));
  const holding = claims.filter((claim) => claim.holds);
  const about = new Map<string, GraphClaim[]>();
  for (const claim of holding) {
    const topic = `${claim.subject} ${UNIQUE_PREDICATES.has(claim.predicate) ? claim.predicate : claim.object}`;
    about.set(topic, [...(about.get(topic) ?? []), claim]);
  }
  return [...about.values()].flatMap((same) =>
    same.flatMap((a, i) =>
      same
        .slice(i + 1)
        .filter((b) => excludes(a, b) && !within.has(`${a.object} ${b.object}`))
        .map((b): [GraphClaim, GraphClaim] => [a, b]),
    ),
  );
}

function excludes(a: GraphClaim, b: GraphClaim): boolean {
  if (UNIQUE_PREDICATES.has(a.predicate)) return a.predicate === b.predicate && a.object !== b.object;
  return OPPOSITES.get(a.predicate) === b.predicate && a.object === b.object;
}

function keyOf({ subject, object }: GraphClaim, inverse = false): string {
  return inverse ? `${object} ${subject}` : `${subject} ${object}`;
}
