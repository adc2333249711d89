/** Entity types of the core ontology; the id is the position in this list plus one and must never change. */
export const ENTITY_TYPES = [
  'person',
  'organization',
  'project',
  'event',
  'place',
  'concept',
  'product',
  'work',
  'date',
  'animal',
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

interface RelationTypeRule {
  readonly from: readonly EntityType[] | 'any';
  /** `same` means the same type as `from`. */
  readonly to: readonly EntityType[] | 'any' | 'same';
  readonly symmetric: boolean;
  /** Functional: a newer claim about the same subject supersedes the older one. */
  readonly functional: boolean;
}

const rule = (
  from: RelationTypeRule['from'],
  to: RelationTypeRule['to'],
  flags: { symmetric?: true; functional?: true } = {},
): RelationTypeRule => ({ from, to, symmetric: flags.symmetric ?? false, functional: flags.functional ?? false });

/** Relation types of the core ontology in id order (1 to 23): the order of the keys defines the ids. */
export const RELATION_TYPES = {
  works_at: rule(['person'], ['organization'], { functional: true }),
  reports_to: rule(['person'], ['person'], { functional: true }),
  member_of: rule(['person'], ['organization', 'project']),
  founded: rule(['person'], ['organization', 'project']),
  studied_at: rule(['person'], ['organization']),
  works_on: rule(['person', 'organization'], ['project', 'product', 'work']),
  created: rule(['person', 'organization'], ['product', 'work', 'project']),
  uses: rule(['person', 'organization'], ['product']),
  owns: rule(['person', 'organization'], ['organization', 'product', 'animal']),
  lives_in: rule(['person'], ['place'], { functional: true }),
  born_in: rule(['person'], ['place']),
  visited: rule(['person'], ['place']),
  located_in: rule(['organization', 'event', 'place', 'project'], ['place'], { functional: true }),
  part_of: rule(['organization', 'place', 'project', 'event'], 'same', { functional: true }),
  attended: rule(['person'], ['event']),
  spouse_of: rule(['person'], ['person'], { symmetric: true, functional: true }),
  parent_of: rule(['person'], ['person']),
  sibling_of: rule(['person'], ['person'], { symmetric: true }),
  family_of: rule(['person'], ['person'], { symmetric: true }),
  friend_of: rule(['person'], ['person'], { symmetric: true }),
  colleague_of: rule(['person'], ['person'], { symmetric: true }),
  knows: rule(['person'], ['person'], { symmetric: true }),
  related_to: rule('any', 'any', { symmetric: true }),
} as const satisfies Record<string, RelationTypeRule>;
export type RelationType = keyof typeof RELATION_TYPES;

/** Statement kinds and their predicates; `attribute` predicates are functional. */
export const STATEMENT_PREDICATES = {
  preference: ['likes', 'dislikes', 'prefers', 'favourite'],
  attribute: ['occupation', 'age', 'birthday', 'nationality', 'email', 'phone', 'nickname', 'diet', 'height', 'status'],
  fact: ['speaks', 'allergic_to', 'has_condition', 'has_skill', 'hobby', 'has'],
  event: ['did', 'plans'],
  directive: ['instruction'],
} as const;
export type StatementKind = keyof typeof STATEMENT_PREDICATES;
export type StatementPredicate = (typeof STATEMENT_PREDICATES)[StatementKind][number];

export const STATEMENT_KINDS = Object.keys(STATEMENT_PREDICATES) as readonly StatementKind[];

const relationNames = Object.keys(RELATION_TYPES) as RelationType[];

/** Numeric id of an entity type, 1 to 10. */
export function entityTypeId(type: EntityType): number {
  return ENTITY_TYPES.indexOf(type) + 1;
}

/** Entity type of a numeric id. @throws RangeError for an id outside the core ontology */
export function entityTypeOfId(id: number): EntityType {
  const type = ENTITY_TYPES[id - 1];
  if (type === undefined) throw new RangeError(`no entity type has id ${String(id)}`);
  return type;
}

/** Numeric id of a relation type, 1 to 23. */
export function relationTypeId(type: RelationType): number {
  return relationNames.indexOf(type) + 1;
}

/** Relation type of a numeric id. @throws RangeError for an id outside the core ontology */
export function relationTypeOfId(id: number): RelationType {
  const type = relationNames[id - 1];
  if (type === undefined) throw new RangeError(`no relation type has id ${String(id)}`);
  return type;
}

export function isEntityType(name: string): name is EntityType {
  return (ENTITY_TYPES as readonly string[]).includes(name);
}

export function isRelationType(name: string): name is RelationType {
  return Object.hasOwn(RELATION_TYPES, name);
}

/** Whether the ontology allows a relation of `type` from an entity of type `from` to one of type `to`. */
export function relationAllows(type: RelationType, from: EntityType, to: EntityType): boolean {
  const r: RelationTypeRule = RELATION_TYPES[type];
  if (r.from !== 'any' && !r.from.includes(from)) return false;
  if (r.to === 'same') return from === to;
  return r.to === 'any' || r.to.includes(to);
}

/** Whether the ontology allows a relation of `type` from an entity of type `from`, whatever the other end is. */
export function mayBeSubjectOf(type: RelationType, from: EntityType): boolean {
  const r: RelationTypeRule = RELATION_TYPES[type];
  return r.from === 'any' || r.from.includes(from);
}

/** Kind of a statement predicate; null when the ontology does not have it. */
export function statementKindOf(predicate: string): StatementKind | null {
  return STATEMENT_KINDS.find((kind) => (STATEMENT_PREDICATES[kind] as readonly string[]).includes(predicate)) ?? null;
}

/** Whether a predicate has one value at a time: a newer claim about the same subject supersedes the older one. */
export function isFunctional(predicate: RelationType | StatementPredicate): boolean {
  return isRelationType(predicate) ? RELATION_TYPES[predicate].functional : statementKindOf(predicate) === 'attribute';
}

/** Qualified name: `core:works_at` for `works_at`. */
export function qualified(name: string): string {
  return `core:${name}`;
}
