import type { EntityType, StatementPredicate } from '#contracts/ontology.js';

/** Predicates of animals as well as persons; the others apply to persons only. */
const OF_ANIMALS: ReadonlySet<StatementPredicate> = new Set([
  ...(['likes', 'dislikes', 'prefers', 'age', 'birthday', 'nickname', 'diet', 'height', 'status'] as const),
  ...(['has_condition', 'has', 'did', 'plans'] as const),
]);
/** Predicates of any type. */
const OF_ALL: ReadonlySet<StatementPredicate> = new Set(['did', 'plans', 'status']);
const OF_ORGANIZATIONS: ReadonlySet<StatementPredicate> = new Set(['email', 'phone', 'has', ...OF_ALL]);

/** Whether a predicate may have a subject of this type: only persons have an occupation. */
export function mayBeSaidOf(predicate: StatementPredicate, type: EntityType): boolean {
  if (type === 'person') return true;
  if (type === 'animal') return OF_ANIMALS.has(predicate);
  return (type === 'organization' ? OF_ORGANIZATIONS : OF_ALL).has(predicate);
}
