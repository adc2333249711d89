import { scopeOf } from '#contracts/scope.js';
import { createKey } from '../create-key.js';
import { fillLargeGraph } from '../http/fill-large-graph.js';
import type { Caller } from '../http/routes.js';
import { withClient } from '../with-client.js';
import { timesOf, type RouteSample } from './routes.js';

const AGENT = 'studio-entities';

/** A scope whose graph was filled directly. */
export interface LargeGraphScope {
  readonly key: string;
  readonly hub: string;
  readonly ordinary: string;
}

/** Fills a scope of its own with entities, their names and as many relations, without memories that tell of them. */
export async function fillEntities(url: string, entities: number): Promise<LargeGraphScope> {
  const key = await createKey(url, AGENT);
  const { scopeId } = scopeOf('bench', AGENT);
  return withClient(url, async (client) => {
    await client.query('SET synchronous_commit = off');
    const { hub, ordinary } = await fillLargeGraph(client, scopeId, entities);
    await client.query(
      `INSERT INTO entity_names (scope_id, entity_id, surface, folded, mention_count, reference_count)
       SELECT scope_id, entity_id, canonical_name, normal_form, mention_count, 0 FROM entities WHERE scope_id = $1`,
      [scopeId],
    );
    await client.query('VACUUM ANALYZE entity_names');
    return { key, hub, ordinary };
  });
}

/** Medians of `calls` calls of what studio asks for, in the scope. */
export function entityTimes(caller: Caller, { hub, ordinary }: LargeGraphScope, calls: number): Promise<RouteSample[]> {
  const entities = (name: string, query: string) => ({ name, path: '/v1/entities', query: `?limit=50${query}` });
  const relations = (id: string) => ({
    path: `/v1/entities/${id}/relations`,
    query: '?direction=both&include_superseded=true&limit=50',
  });
  return timesOf(caller, calls, [
    entities('entities', ''),
    entities('entities of a type', '&type_id=3'),
    entities('all entities have names that begin so', '&prefix=n'),
    entities('one of nine has', '&prefix=name%201'),
    entities('some hundred have', '&prefix=name%201234'),
    { name: 'figures', path: '/v1/operation' },
    { name: 'profile of an ordinary entity', path: `/v1/entities/${ordinary}/profile` },
    { name: 'profile of one with a fifth of all relations', path: `/v1/entities/${hub}/profile` },
    { name: 'relations of an ordinary entity', ...relations(ordinary) },
    { name: 'relations of one with a fifth of all', ...relations(hub) },
  ]);
}
