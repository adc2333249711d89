import type { EngraphClient } from '../../../../clients/typescript/src/index.js';
import { edgeOfRelation, edgesOfStatement, nodeOf, type ShownEntity, type GraphPart } from './graph-part.js';

/**
 * The neighbourhood of an entity: at most `limit` relations and as many statements, whatever they hold or held, the
 * surest first. Names of entities that are known already are not asked for again.
 * @returns it, and the id of its centre, which is another one where the entity was merged
 */
export async function loadGraphPart(
  client: EngraphClient,
  entityId: string,
  known: ReadonlyMap<string, ShownEntity>,
  limit: number,
  signal: AbortSignal,
): Promise<{ readonly centre: string; readonly found: GraphPart }> {
  const entity = await client.getEntity(entityId, { signal });
  const centre = entity.entity_id;
  const [{ relations }, { statements }] = await Promise.all([
    client.listEntityRelations(centre, { direction: 'both', include_superseded: true, limit }, { signal }),
    client.listStatements({ subject: centre, only_current: false, limit }, { signal }),
  ]);
  const edges = [...relations.map(edgeOfRelation), ...statements.flatMap(edgesOfStatement)];
  const ends = new Set(edges.flatMap(({ from, to }) => [from, to]));
  ends.delete(centre);
  const others = await Promise.all(
    [...ends].map(
      async (id) => known.get(id) ?? nodeOf(await client.getEntity(id, { signal }), { isGrown: false, hasMore: false }),
    ),
  );
  const hasMore = relations.length === limit || statements.length === limit;
  const nodes = [nodeOf(entity, { isGrown: true, hasMore }), ...others];
  const found = {
    nodes: new Map(nodes.map((node) => [node.id, node])),
    edges: new Map(edges.map((edge) => [edge.id, edge])),
  };
  return { centre, found };
}
