import type { ClientBase } from 'pg';
import { groupBy } from '#contracts/group-by.js';
import { entityTypeId, type EntityType } from '#contracts/ontology.js';
import { nameLexicon } from './name-lexicon.js';
import type { SameEntityEvidence } from './cluster-entities.js';

/** One of several entity rows with the same name and different types. */
export interface Homonym {
  readonly entityId: string;
  readonly typeId: number;
  readonly normalForm: string;
  /** Number of uses in memories, with or without a span. */
  readonly uses: number;
  /** Whether all uses are spans: it is no speaker, no claim uses it without a span, and no caller declared it. */
  readonly isOnlySpans: boolean;
}

/** Types in the order of preference for names used equally often: the default types of the extractor come last. */
const TYPES_BY_LIKELIHOOD: readonly EntityType[] = [
  ...(['animal', 'place', 'organization', 'event', 'work', 'project', 'product', 'person', 'concept', 'date'] as const),
];
const RANK_OF: ReadonlyMap<number, number> = new Map(TYPES_BY_LIKELIHOOD.map((type, i) => [entityTypeId(type), i]));
/**
 * Maximum number of uses that counts as a misreading in any case; a name used more often may be an entity of its own.
 */
const MISREADING_USES = 1;
/** Otherwise the dominant type must be used at least this many times as often. */
const DOMINANCE_RATIO = 3;
const [PERSON, PLACE, DATE] = [entityTypeId('person'), entityTypeId('place'), entityTypeId('date')];

/**
 * Loads the rows of names that have several rows of different types, grouped by name. For the name of a deleted row, a
 * single remaining row is included as well, because its evidence involved the deleted row.
 * @param wanted entity ids, and normal forms of deleted rows
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
  const deletedForms = new Set(wanted.forms);
  const ambiguous = [...groupBy(rows, (row) => row.normalForm)]
    .filter(([form, own]) => own.length > 1 || deletedForms.has(form))
    .flatMap(([, own]) => own);
  if (ambiguous.length === 0) return [];
  const { rows: homonyms } = await tx.query<Homonym>(
    `SELECT entity_id AS "entityId", type_id AS "typeId", normal_form AS "normalForm", uses::int AS uses,
            reference_count = 0 AND NOT EXISTS (
              SELECT FROM declared_names AS d WHERE d.scope_id = $1 AND d.entity_id = e.entity_id) AS "isOnlySpans"
     FROM entities AS e CROSS JOIN LATERAL (
       SELECT coalesce(sum(mention_count + reference_count), 0) AS uses,
              coalesce(sum(reference_count), 0) AS reference_count
       FROM entity_names AS n WHERE n.scope_id = $1 AND n.entity_id = e.entity_id) AS named
     WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[])`,
    [scopeId, ambiguous.map((row) => row.entityId)],
  );
  return [...groupBy(homonyms, (row) => row.normalForm).values()];
}

/**
 * Evidence that rows of one name are the same entity, mistyped now and then: rows used once, or at most a third as
 * often, join the row used most. A first name that is also a place ("Paris") is no evidence. A function of the rows.
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

/** Whether the name may denote two things: a date is never anything else, and some first names are also places. */
function isEither(a: Homonym, b: Homonym): boolean {
  const types = [a.typeId, b.typeId];
  if (types.includes(DATE)) return true;
  return types.includes(PERSON) && types.includes(PLACE) && nameLexicon().isPersonAndPlace(a.normalForm);
}
