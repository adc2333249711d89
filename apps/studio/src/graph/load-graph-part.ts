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
  const [entity, { relations }, { statements }] = await Promise.all([
    client.getEntity(entityId, { signal }),
    client.listEntityRelations(entityId, { direction: 'both', include_superseded: true, limit }, { signal }),
    client.listStatements({ subject: entityId, only_current: false, limit }, { signal }),
  ]);
  const centre = entity.entity_id;
  const edges = [...relations.map(edgeOfRelation), ...statements.flatMap(edgesOfStatement)];
  const ends = new Set(edges.flatMap(({ from, to }) => [from, to]));
  ends.delete(centre);
  const others = await entitiesOf(client, [...ends], known, signal);
  const hasMore = relations.length === limit || statements.length === limit;
  const nodes = [nodeOf(entity, { isGrown: true, hasMore }), ...others];
  const found = {
    nodes: new Map(nodes.map((node) => [node.id, node])),
    edges: new Map(edges.map((edge) => [edge.id, edge])),
  };
  return { centre, found };
}

/** Ids of one request. */
const TOGETHER = 100;

/** The entities of some ids; those that are known are not asked for again. */
async function entitiesOf(
  client: EngraphClient,
  ids: readonly string[],
  known: ReadonlyMap<string, ShownEntity>,
  signal: AbortSignal,
): Promise<ShownEntity[]> {
  const unknown = ids.filter((id) => !known.has(id));
  const pages = Array.from({ length: Math.ceil(unknown.length / TOGETHER) }, (_, page) =>
    unknown.slice(page * TOGETHER, (page + 1) * TOGETHER),
  );
  const answers = await Promise.all(
    pages.map((own) => client.listEntities({ ids: own.join(), limit: TOGETHER }, { signal })),
  );
  const found = answers.flatMap(({ entities }) => entities);
  return [
    ...ids.flatMap((id) => known.get(id) ?? []),
    ...found.map((entity) => nodeOf(entity, { isGrown: false, hasMore: false })),
  ];
}
