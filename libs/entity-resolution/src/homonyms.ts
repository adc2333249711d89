import type { ClientBase } from 'pg';
import { groupBy } from '#contracts/group-by.js';
import { entityTypeId, type EntityType } from '#contracts/ontology.js';
import { nameLexicon } from './name-lexicon.js';
import type { SameEntityEvidence } from './cluster-entities.js';

/** One of several entity rows of one name that differ in type. */
export interface Homonym {
  readonly entityId: string;
  readonly typeId: number;
  readonly normalForm: string;
  /** How often memories name it, by a span or without one. */
  readonly uses: number;
  /** Whether spans alone make it: no speaker, nothing that a claim names without a span, nothing that a caller gave. */
  readonly isOnlySpans: boolean;
}

/** Of names that are used alike often, the first: what a name is taken for where nothing shows comes last. */
const TYPES_BY_LIKELIHOOD: readonly EntityType[] = [
  ...(['animal', 'place', 'organization', 'event', 'work', 'project', 'product', 'person', 'concept', 'date'] as const),
];
const RANK_OF: ReadonlyMap<number, number> = new Map(TYPES_BY_LIKELIHOOD.map((type, i) => [entityTypeId(type), i]));
/** One use is what a slip of the reader makes; what is named more often than that may be a thing of its own. */
const MISREADING_USES = 1;
/** So many times as often is the other one named, where it is named more often than that. */
const DOMINANCE_RATIO = 3;
const [PERSON, PLACE, DATE] = [entityTypeId('person'), entityTypeId('place'), entityTypeId('date')];

/**
 * The rows of those names that several rows of different types have, by name. Of a name whose row is gone the one that
 * is left is among them: it stood with what that row stood with.
 * @param wanted rows, and normal forms of rows that are gone
 */
export async function loadHomonyms(
  tx: ClientBase,
  scopeId: string,
  wanted: { readonly ids: readonly string[]; readonly forms?: readonly string[] },
): Promise<Homonym[][]> {
  const { rows } = await tx.query<{ entityId: string; normalForm: string }>(
    `SELECT DISTINCT e.entity_id AS "entityId", e.normal_form AS "normalForm"
     FROM (SELECT normal_form FROM entities WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[])
           UNION SELECT unnest($3::text[])) AS wanted (normal_form)
     JOIN entities AS e ON e.scope_id = $1 AND e.normal_form = wanted.normal_form`,
    [scopeId, wanted.ids, wanted.forms ?? []],
  );
  const had = new Set(wanted.forms);
  const several = [...groupBy(rows, (row) => row.normalForm)]
    .filter(([form, own]) => own.length > 1 || had.has(form))
    .flatMap(([, own]) => own);
  if (several.length === 0) return [];
  const { rows: homonyms } = await tx.query<Homonym>(
    `SELECT entity_id AS "entityId", type_id AS "typeId", normal_form AS "normalForm", uses::int AS uses,
            refs = 0 AND NOT EXISTS (SELECT FROM given_names AS g WHERE g.scope_id = $1 AND g.entity_id = e.entity_id)
              AS "isOnlySpans"
     FROM entities AS e CROSS JOIN LATERAL (
       SELECT coalesce(sum(mentions + refs), 0) AS uses, coalesce(sum(refs), 0) AS refs
       FROM entity_names AS n WHERE n.scope_id = $1 AND n.entity_id = e.entity_id) AS named
     WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[])`,
    [scopeId, several.map((row) => row.entityId)],
  );
  return [...groupBy(homonyms, (row) => row.normalForm).values()];
}

/**
 * Evidence that rows of one name are one thing, which was taken for something else now and then: those that are named once,
 * or a third as often or less, join the one that is named the most. A first name that is a place's too ("Paris") tells nothing.
 * A function of the rows.
 */
export function mistypingEvidence(rows: readonly Homonym[]): SameEntityEvidence[] {
  const [head, ...others] = [...rows].sort((a, b) => b.uses - a.uses || rankOf(a) - rankOf(b));
  if (!head) return [];
  const joining = others.filter((other) => {
    const isSlip = other.uses <= MISREADING_USES || other.uses * DOMINANCE_RATIO <= head.uses;
    return isSlip && other.isOnlySpans && !isEither(head, other);
  });
  return joining.map(({ entityId }) => ({
    a: head.entityId,
    b: entityId,
    isDecided: false,
    mistypedDuplicate: entityId,
  }));
}

function rankOf({ typeId }: Homonym): number {
  return RANK_OF.get(typeId) ?? TYPES_BY_LIKELIHOOD.length;
}

/** Whether the name may well be of two things: a date is never anything else, and persons are called like places. */
function isEither(a: Homonym, b: Homonym): boolean {
  const types = [a.typeId, b.typeId];
  if (types.includes(DATE)) return true;
  return types.includes(PERSON) && types.includes(PLACE) && nameLexicon().isPersonAndPlace(a.normalForm);
}
