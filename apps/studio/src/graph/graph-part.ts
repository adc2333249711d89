import type { Schemas } from '../../../../clients/typescript/src/index.js';

/** An entity of the graph that is shown. */
export interface ShownEntity {
  readonly id: string;
  readonly name: string;
  /** Such as `core:person`. */
  readonly type: string;
  readonly mentions: number;
  /** Whether its own neighbourhood was asked for. */
  readonly isGrown: boolean;
  /** Whether it has more relations than were asked for. */
  readonly hasMore: boolean;
}

/** A relation of two entities, or a statement whose object is one. */
export interface ShownEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly kind: 'relation' | 'statement';
  /** Such as `core:works_at`. */
  readonly type: string;
  readonly confidence: number;
  /** ISO 8601; null where nobody said since when, or where it still holds. */
  readonly since: string | null;
  readonly until: string | null;
  readonly isUnsettled: boolean;
}

/** A part of the graph. */
export interface GraphPart {
  readonly nodes: ReadonlyMap<string, ShownEntity>;
  readonly edges: ReadonlyMap<string, ShownEdge>;
}

export const NOTHING: GraphPart = { nodes: new Map(), edges: new Map() };

/** Entities of a graph: more are neither read nor laid out while somebody waits. */
export const MAX_NODES = 500;

/**
 * Two parts of the graph as one; what is newer wins, and an entity that was grown stays so. Of more than 500 entities
 * those that came first are left out: others than grown ones, and then these.
 */
export function merged(before: GraphPart, found: GraphPart): GraphPart {
  const nodes = new Map(before.nodes);
  for (const [id, node] of found.nodes) if (node.isGrown || !before.nodes.get(id)?.isGrown) nodes.set(id, node);
  const edges = new Map([...before.edges, ...found.edges]);
  if (nodes.size <= MAX_NODES) return { nodes, edges };
  const older = [...nodes.values()].filter(({ id }) => !found.nodes.has(id));
  const leaving = [...older.filter(({ isGrown }) => !isGrown), ...older.filter(({ isGrown }) => isGrown)];
  for (const { id } of leaving.slice(0, nodes.size - MAX_NODES)) nodes.delete(id);
  return { nodes, edges: new Map([...edges].filter(([, { from, to }]) => nodes.has(from) && nodes.has(to))) };
}

export function nodeOf(entity: Schemas['Entity'], grown: { isGrown: boolean; hasMore: boolean }): ShownEntity {
  const { entity_id: id, canonical_name: name, entity_type: type, mention_count: mentions } = entity;
  return { id, name, type, mentions, ...grown };
}

export function edgeOfRelation(relation: Schemas['Relation']): ShownEdge {
  const { relation_id: id, from_entity: from, to_entity: to, relation_type: type } = relation;
  return { id, kind: 'relation', from, to, type, ...validityOf(relation) };
}

/** Nothing for a statement whose object is a value. */
export function edgesOfStatement(statement: Schemas['Statement']): ShownEdge[] {
  const { statement_id: id, subject: from, object, predicate: type } = statement;
  if (object.kind !== 'entity') return [];
  return [{ id, kind: 'statement', from, to: object.id, type, ...validityOf(statement) }];
}

function validityOf(fact: Schemas['Relation'] | Schemas['Statement']) {
  const { confidence, valid_from: since, valid_to: until, unsettled: isUnsettled } = fact;
  return { confidence, since, until, isUnsettled };
}
