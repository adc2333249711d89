import type { GraphClaim } from '#graph/queries/graph-claims.js';

/** Predicates of which only one object can be true, though both claims stand side by side. */
const UNIQUE_PREDICATES = new Set(['born_in']);
const OPPOSITES: ReadonlyMap<string, string> = new Map([
  ['likes', 'dislikes'],
  ['dislikes', 'likes'],
]);
/** Relations by which two places are not at odds: born in Porto, and in Portugal. */
const WITHIN = new Set(['located_in', 'part_of']);

/** Claims that speak against others. */
export interface Conflicts {
  /** A newer claim took its place: by the id of the older one. */
  readonly superseded: ReadonlyMap<string, GraphClaim>;
  /** None is newer, or both can be true at no time: by the id of each. */
  readonly unresolved: ReadonlyMap<string, readonly GraphClaim[]>;
}

/**
 * Which of the claims are at odds. One at a time: what superseded a claim is against it, and the other way too where
 * both begin at the same time, so that neither is newer. Further two birthplaces of which none is known to lie in the
 * other, and liking and disliking the same.
 */
export function conflictsAmong(claims: readonly GraphClaim[]): Conflicts {
  const byId = new Map(claims.map((claim) => [claim.id, claim]));
  const superseded = new Map<string, GraphClaim>();
  const unresolved = new Map<string, GraphClaim[]>();
  const atOdds = (a: GraphClaim, b: GraphClaim): void => {
    unresolved.set(a.id, [...(unresolved.get(a.id) ?? []), b]);
    unresolved.set(b.id, [...(unresolved.get(b.id) ?? []), a]);
  };
  for (const claim of claims) {
    const newer = byId.get(claim.supersededBy ?? '');
    if (newer === undefined) continue;
    if (newer.validFrom === claim.validFrom) atOdds(claim, newer);
    else superseded.set(claim.id, newer);
  }
  for (const [a, b] of pairsSideBySide(claims)) atOdds(a, b);
  return { superseded, unresolved };
}

/** Pairs of claims that hold, are about one subject and exclude each other. */
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

function keyOf({ subject, object }: GraphClaim, turned = false): string {
  return turned ? `${object} ${subject}` : `${subject} ${object}`;
}
