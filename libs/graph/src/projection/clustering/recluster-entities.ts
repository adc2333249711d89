import type { ClientBase } from 'pg';
import type { EntityKey } from '#entity-resolution/entity-key.js';
import {
  clusterEntities,
  type SameEntityEvidence,
  type EntityNode,
  type MatchCandidates,
} from '#entity-resolution/cluster-entities.js';
import { mistypingEvidence, loadHomonyms } from '#entity-resolution/homonyms.js';
import { blockingKeysOf, MAX_BLOCK_SIZE, lookUpByKeys, blockMembers } from './blocking-key-rows.js';

/** Changes of a projection to entity rows and to the evidence for clusters. */
export interface ClusteringChanges {
  /** New rows, and the ends of evidence and decisions that were added or removed. */
  readonly touched: readonly string[];
  /** Rows whose names, counts or times may have changed. */
  readonly named: readonly string[];
  /** Deleted rows. */
  readonly gone: readonly EntityNode[];
}

/** Result of clustering again. */
export interface Reclustering {
  /** Entities whose survivor changed, with their former and current survivors. */
  readonly affected: readonly string[];
  /** Former survivor of each entity whose survivor changed or which was deleted. */
  readonly former: ReadonlyMap<string, string>;
}

/**
 * Clusters again the entities whose survivor the changes may affect, and writes `merged_into`. The survivor is a
 * function of the set of names, of how often they are used, and of evidence (`clusterEntities`). When a name changes,
 * its short forms, and the names connected to those by evidence, are clustered again, recursively. Fuller forms are
 * only read, as match candidates. Work: the names that share a key with these, at most `MAX_BLOCK_SIZE` per key.
 */
export async function reclusterEntities(
  tx: ClientBase,
  scopeId: string,
  { touched, named, gone }: ClusteringChanges,
): Promise<Reclustering> {
  const formerOfGone = new Map(gone.map((node) => [node.entityId, node.mergedInto ?? node.entityId]));
  const homonyms = await loadHomonyms(tx, scopeId, { ids: named, forms: gone.map((node) => node.normalForm) });
  if (touched.length === 0 && gone.length === 0 && homonyms.length === 0) return { affected: [], former: formerOfGone };
  const orphans = await formerMembers(tx, scopeId, gone);
  const nodes = new Map<string, EntityNode>();
  const evidence: SameEntityEvidence[] = [];
  await collectShortForms(
    tx,
    scopeId,
    { from: [...touched, ...orphans, ...homonyms.flat().map((row) => row.entityId)], gone },
    { nodes, evidence },
  );
  const toCluster = new Set(nodes.keys());
  const candidates = await findMatchCandidates(tx, scopeId, [...nodes.values()]);
  const candidateIds = new Set([...candidates.values()].flatMap((ids) => ids ?? []).filter((id) => !toCluster.has(id)));
  await collectConnected(tx, scopeId, [...candidateIds], { nodes, evidence });

  const survivors = clusterEntities(toCluster, nodes, evidence, candidates);
  const changed = [...nodes.values()].filter(
    (node) => toCluster.has(node.entityId) && (node.mergedInto ?? node.entityId) !== survivors.get(node.entityId),
  );
  await writeSurvivors(tx, scopeId, changed, survivors);
  const former = new Map([
    ...formerOfGone,
    ...changed.map((node): [string, string] => [node.entityId, node.mergedInto ?? node.entityId]),
  ]);
  const current = changed.map((node) => survivors.get(node.entityId) ?? node.entityId);
  return { affected: [...new Set([...former.keys(), ...former.values(), ...current])], former };
}

interface ReachedNodes {
  readonly nodes: Map<string, EntityNode>;
  readonly evidence: SameEntityEvidence[];
}

/**
 * Collects the given rows, the rows that evidence connects with them or with deleted ones, their short forms, and so on
 * recursively.
 */
async function collectShortForms(
  tx: ClientBase,
  scopeId: string,
  { from, gone }: { readonly from: readonly string[]; readonly gone: readonly EntityKey[] },
  reached: ReachedNodes,
): Promise<void> {
  const tried = new Set<string>();
  // A decision about a name outlives its row, so names that were joined through a deleted row may change cluster.
  let frontier = new Set([
    ...from,
    ...gone.map((g) => g.entityId),
    ...(await lookUpByKeys(tx, scopeId, indexKeysOf(gone))),
  ]);
  while (frontier.size > 0) {
    for (const id of await connectedIds(tx, scopeId, [...frontier])) if (!tried.has(id)) frontier.add(id);
    const fresh = await loadNodes(tx, scopeId, [...frontier]);
    for (const id of frontier) tried.add(id);
    for (const node of fresh) reached.nodes.set(node.entityId, node);
    const edges = await loadSameEntityEvidence(tx, scopeId, [...frontier]);
    reached.evidence.push(...edges);
    const shorter = await lookUpByKeys(tx, scopeId, indexKeysOf(fresh));
    frontier = new Set([...edges.flatMap((e) => [e.a, e.b]), ...shorter].filter((id) => !tried.has(id)));
  }
}

/** Collects the given rows and those that evidence connects with them, recursively. */
async function collectConnected(
  tx: ClientBase,
  scopeId: string,
  from: readonly string[],
  reached: ReachedNodes,
): Promise<void> {
  const tried = new Set<string>();
  for (let frontier = [...from]; frontier.length > 0;) {
    frontier = (await connectedIds(tx, scopeId, frontier)).filter((id) => !tried.has(id));
    for (const id of frontier) tried.add(id);
    for (const node of await loadNodes(tx, scopeId, frontier)) reached.nodes.set(node.entityId, node);
    const edges = await loadSameEntityEvidence(tx, scopeId, frontier);
    reached.evidence.push(...edges);
    frontier = [...new Set(edges.flatMap((e) => [e.a, e.b]))].filter((id) => !tried.has(id));
  }
}

function indexKeysOf(nodes: readonly EntityKey[]): string[] {
  return [...new Set(nodes.flatMap((node) => blockingKeysOf(node).indexKeys))];
}

/**
 * Match candidates: the rows whose index keys include a lookup key of each given row; null when one of its blocks is
 * too large.
 */
async function findMatchCandidates(
  tx: ClientBase,
  scopeId: string,
  nodes: readonly EntityNode[],
): Promise<MatchCandidates> {
  const lookupKeysById = new Map(nodes.map((node) => [node.entityId, blockingKeysOf(node).lookupKeys]));
  const blocks = await blockMembers(tx, scopeId, [...new Set([...lookupKeysById.values()].flat())]);
  return new Map(
    [...lookupKeysById].map(([id, keys]) => {
      const found = keys.map((key) => blocks.get(key) ?? []);
      const isClear = found.every((ids) => ids.length <= MAX_BLOCK_SIZE);
      return [id, isClear ? [...new Set(found.flat())].filter((other) => other !== id) : null];
    }),
  );
}

async function loadNodes(tx: ClientBase, scopeId: string, ids: readonly string[]): Promise<EntityNode[]> {
  const { rows } = await tx.query<EntityNode>(
    `SELECT entity_id AS "entityId", type_id AS "typeId", normal_form AS "normalForm", merged_into AS "mergedInto",
            EXISTS (SELECT FROM name_decisions AS d WHERE d.scope_id = e.scope_id AND d.entity_id = e.entity_id
                    AND decision = 'split') AS "isSplit",
            EXISTS (SELECT FROM alias_claims AS c WHERE c.scope_id = e.scope_id AND c.entity_a = e.entity_id AND c.cannot_link)
            OR EXISTS (SELECT FROM alias_claims AS c WHERE c.scope_id = e.scope_id AND c.entity_b = e.entity_id AND c.cannot_link)
              AS "isApart",
            (SELECT max(decided_at_nanos) FROM entity_corrections AS c
             WHERE c.scope_id = e.scope_id AND c.named_id = e.entity_id) AS "namedAt"
     FROM entities AS e WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[])`,
    [scopeId, ids],
  );
  return rows;
}

/**
 * The given rows and all rows that aliases and decisions connect with them, in one statement however long the chain is.
 */
async function connectedIds(tx: ClientBase, scopeId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<{ id: string }>(CONNECTED_SQL, [scopeId, ids]);
  return rows.map((row) => row.id);
}

const CONNECTED_SQL = `
WITH RECURSIVE reached (id) AS (
  SELECT unnest($2::uuid[])
  UNION
  SELECT next.id FROM reached CROSS JOIN LATERAL (
    SELECT entity_b AS id FROM alias_claims WHERE scope_id = $1 AND entity_a = reached.id AND NOT cannot_link
    UNION ALL
    SELECT entity_a FROM alias_claims WHERE scope_id = $1 AND entity_b = reached.id AND NOT cannot_link
    UNION ALL
    SELECT into_entity_id FROM name_decisions
    WHERE scope_id = $1 AND entity_id = reached.id AND into_entity_id IS NOT NULL
    UNION ALL
    SELECT entity_id FROM name_decisions WHERE scope_id = $1 AND into_entity_id = reached.id
    UNION ALL
    SELECT named_id FROM entity_corrections WHERE scope_id = $1 AND entity_id = reached.id
    UNION ALL
    SELECT entity_id FROM entity_corrections WHERE scope_id = $1 AND named_id = reached.id
  ) AS next
)
SELECT id FROM reached`;

/**
 * SQL: whether the correction `c` of scope `$1` joins its row to another one, and no later decision about the name of
 * the row undoes that.
 */
export const CORRECTION_IN_FORCE = `c.named_id <> c.entity_id AND NOT EXISTS (
  SELECT FROM name_decisions AS d
  WHERE d.scope_id = $1 AND d.entity_id = c.entity_id AND d.decided_at_nanos >= c.decided_at_nanos)`;

async function loadSameEntityEvidence(
  tx: ClientBase,
  scopeId: string,
  ids: readonly string[],
): Promise<SameEntityEvidence[]> {
  const { rows } = await tx.query<SameEntityEvidence>(
    `SELECT entity_a AS a, entity_b AS b, false AS "isDecided" FROM alias_claims
     WHERE scope_id = $1 AND (entity_a = ANY ($2::uuid[]) OR entity_b = ANY ($2::uuid[])) AND NOT cannot_link
     UNION
     SELECT entity_id, into_entity_id, true FROM name_decisions
     WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[]) AND into_entity_id IS NOT NULL
     UNION
     SELECT entity_id, into_entity_id, true FROM name_decisions WHERE scope_id = $1 AND into_entity_id = ANY ($2::uuid[])
     UNION
     SELECT entity_id, named_id, true FROM entity_corrections AS c
     WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[]) AND ${CORRECTION_IN_FORCE}
     UNION
     SELECT entity_id, named_id, true FROM entity_corrections AS c
     WHERE scope_id = $1 AND named_id = ANY ($2::uuid[]) AND ${CORRECTION_IN_FORCE}`,
    [scopeId, ids],
  );
  const homonyms = await loadHomonyms(tx, scopeId, { ids });
  return [...rows, ...homonyms.flatMap(mistypingEvidence)];
}

/** Rows merged into deleted rows: they are clustered again, whatever the reason of the merge. */
async function formerMembers(tx: ClientBase, scopeId: string, gone: readonly EntityNode[]): Promise<string[]> {
  if (gone.length === 0) return [];
  const { rows } = await tx.query<{ entity_id: string }>(
    'SELECT entity_id FROM entities WHERE scope_id = $1 AND merged_into = ANY ($2::uuid[])',
    [scopeId, gone.map((node) => node.entityId)],
  );
  return rows.map((row) => row.entity_id);
}

async function writeSurvivors(
  tx: ClientBase,
  scopeId: string,
  changed: readonly EntityNode[],
  survivors: ReadonlyMap<string, string>,
): Promise<void> {
  if (changed.length === 0) return;
  await tx.query(
    `UPDATE entities AS e SET merged_into = nullif(row.survivor, row.entity_id)
     FROM unnest($2::uuid[], $3::uuid[]) AS row (entity_id, survivor)
     WHERE e.scope_id = $1 AND e.entity_id = row.entity_id`,
    [scopeId, changed.map((n) => n.entityId), changed.map((n) => survivors.get(n.entityId))],
  );
}
