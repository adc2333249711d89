import type { EntityType, StatementPredicate } from '#contracts/ontology.js';

/** What is said of animals too; all else only persons are or do. */
const OF_ANIMALS: ReadonlySet<StatementPredicate> = new Set([
  ...(['likes', 'dislikes', 'prefers', 'age', 'birthday', 'nickname', 'diet', 'height', 'status'] as const),
  ...(['has_condition', 'has', 'did', 'plans'] as const),
]);
/** What is said of anything. */
const OF_ALL: ReadonlySet<StatementPredicate> = new Set(['did', 'plans', 'status']);
const OF_ORGANIZATIONS: ReadonlySet<StatementPredicate> = new Set(['email', 'phone', 'has', ...OF_ALL]);

/** Whether a predicate may be said of an entity of a type: only persons have an occupation. */
export function mayBeSaidOf(predicate: StatementPredicate, type: EntityType): boolean {
  if (type === 'person') return true;
  if (type === 'animal') return OF_ANIMALS.has(predicate);
  return (type === 'organization' ? OF_ORGANIZATIONS : OF_ALL).has(predicate);
}
