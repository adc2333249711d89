import { MemoryCalls } from './memory-calls.js';
import type { Answer, Body, Query, WriteOptions } from './operations.js';
import { pagesFrom } from './pages.js';
import type { CallOptions } from './transport.js';

/** The graph: entities, relations, statements, and all of it. */
export class GraphCalls extends MemoryCalls {
  /** Entities, most mentioned first: one page, as wide as `limit`. */
  listEntities(query: Query<'listEntities'> = {}, options?: CallOptions): Promise<Answer<'listEntities'>> {
    return this.call('listEntities', { query }, options);
  }

  /** Makes an entity, or finds the one that has the name; it stays when the memories that name it are forgotten. */
  createEntity(entity: Body<'createEntity'>, options?: WriteOptions): Promise<Answer<'createEntity'>> {
    return this.write('createEntity', { body: entity }, options);
  }

  /** The entity that a name means, in another spelling too; with `allow_create` a new one where there is none. */
  resolveEntity(name: Body<'resolveEntity'>, options?: WriteOptions): Promise<Answer<'resolveEntity'>> {
    return this.write('resolveEntity', { body: name }, options);
  }

  /** One entity; a merged one is answered by its survivor. */
  getEntity(entityId: string, options?: CallOptions): Promise<Answer<'getEntity'>> {
    return this.call('getEntity', { id: entityId }, options);
  }

  /** Relations of an entity, the most confident first. */
  listEntityRelations(
    entityId: string,
    query: Query<'listEntityRelations'> = {},
    options?: CallOptions,
  ): Promise<Answer<'listEntityRelations'>> {
    return this.call('listEntityRelations', { id: entityId, query }, options);
  }

  /** The paths that lead away from an entity, shortest first. */
  traverseRelations(
    entityId: string,
    walk: Body<'traverseRelations'> = {},
    options?: CallOptions,
  ): Promise<Answer<'traverseRelations'>> {
    return this.call('traverseRelations', { id: entityId, body: walk }, options);
  }

  /** Statements about entities, the most confident first. */
  listStatements(query: Query<'listStatements'> = {}, options?: CallOptions): Promise<Answer<'listStatements'>> {
    return this.call('listStatements', { query }, options);
  }

  getStatement(statementId: string, options?: CallOptions): Promise<Answer<'getStatement'>> {
    return this.call('getStatement', { id: statementId }, options);
  }

  getRelation(relationId: string, options?: CallOptions): Promise<Answer<'getRelation'>> {
    return this.call('getRelation', { id: relationId }, options);
  }

  /** What is known of an entity: current facts, timeline, recent memories; with `format: 'text'` also as a text. */
  entityProfile(
    entityId: string,
    query: Query<'entityProfile'> = {},
    options?: CallOptions,
  ): Promise<Answer<'entityProfile'>> {
    return this.call('entityProfile', { id: entityId, query }, options);
  }

  /** The whole graph, all of its pages; `limit` is the size of a page. For a graph that fits in memory. */
  async graphFetch(
    query: Query<'graphFetch'> = {},
    options?: CallOptions,
  ): Promise<Pick<Answer<'graphFetch'>, 'nodes' | 'edges'>> {
    const graph: Pick<Answer<'graphFetch'>, 'nodes' | 'edges'> = { nodes: [], edges: [] };
    for await (const { nodes, edges } of this.graphPages(query, options)) {
      for (const node of nodes) graph.nodes.push(node);
      for (const edge of edges) graph.edges.push(edge);
    }
    return graph;
  }

  /** The graph page by page; an edge may come before one of its nodes. */
  graphPages(
    query: Query<'graphFetch'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Answer<'graphFetch'>, void, undefined> {
    return pagesFrom((at) => this.call('graphFetch', { query: at }, options), query);
  }
}
