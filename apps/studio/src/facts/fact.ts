import { NotFoundError, type EngraphClient, type Schemas } from '../../../../clients/typescript/src/index.js';
import { shortName } from '../parts/badge.js';

type Relation = Schemas['Relation'];
type Statement = Schemas['Statement'];

/** An entity at an end of a fact. */
export interface FactEnd {
  readonly id: string;
  readonly name: string;
}

/** A value at the end of a fact. */
export type FactValue = string | number | bigint | boolean;

/** A relation or a statement, in one form. */
export interface Fact {
  readonly id: string;
  readonly kind: 'relation' | 'statement';
  /** Such as `core:works_at`. */
  readonly predicate: string;
  readonly subject: FactEnd;
  /** The entity at the other end; null where that is a value. */
  readonly object: FactEnd | null;
  readonly value: FactValue | null;
  /** The fact as a sentence. */
  readonly text: string;
  readonly confidence: number;
  readonly source: Relation['source'];
  readonly unsettled: boolean;
  readonly superseded_by: string | null;
  /** ISO 8601; null where nobody said since when, or where it holds. */
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  /** Memories that say it; none where only a caller does. */
  readonly memoryIds: readonly string[];
}

/** A relation as a fact. */
export function factOfRelation(relation: Relation): Fact {
  const { relation_id: id, relation_type: predicate, memory_ids: memoryIds } = relation;
  const subject = { id: relation.from_entity, name: relation.from_name };
  const object = { id: relation.to_entity, name: relation.to_name };
  const text = `${subject.name} ${shortName(predicate)} ${object.name}`;
  return { ...stateOf(relation), id, kind: 'relation', predicate, subject, object, value: null, text, memoryIds };
}

/** A statement as a fact. */
export function factOfStatement(statement: Statement): Fact {
  const { statement_id: id, predicate, object: end, text, memory_ids: memoryIds } = statement;
  const subject = { id: statement.subject, name: statement.subject_name };
  const object = end.kind === 'entity' ? { id: end.id, name: end.name ?? end.id.slice(0, 8) } : null;
  const value = end.kind === 'value' ? end.value.value : null;
  return { ...stateOf(statement), id, kind: 'statement', predicate, subject, object, value, text, memoryIds };
}

function stateOf(fact: Relation | Statement) {
  const { confidence, source, unsettled, superseded_by, valid_from, valid_to } = fact;
  return { confidence, source, unsettled, superseded_by, valid_from, valid_to };
}

/**
 * The relation or statement of an id; both have ids of one form, so where `kind` is not known it asks for a relation
 * first.
 * @throws NotFoundError
 */
export async function loadFact(
  client: EngraphClient,
  id: string,
  kind: Fact['kind'] | null,
  signal: AbortSignal,
): Promise<Fact> {
  if (kind !== 'statement')
    try {
      return factOfRelation(await client.getRelation(id, { signal }));
    } catch (error) {
      if (kind === 'relation' || !(error instanceof NotFoundError)) throw error;
    }
  return factOfStatement(await client.getStatement(id, { signal }));
}
