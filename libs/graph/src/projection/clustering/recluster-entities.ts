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

/** What a projection did to the rows and to the evidence that groups are made of. */
export interface ClusteringChanges {
  /** Rows that are new, and the ends of evidence and of decisions that came or went. */
  readonly touched: readonly string[];
  /** Rows whose names, counts or times may be others now. */
  readonly named: readonly string[];
  /** Rows that are gone. */
  readonly gone: readonly EntityNode[];
}

/** What a regrouping reached. */
export interface Reclustering {
  /** The entities whose survivor is another one now, and those that were or are these survivors. */
  readonly affected: readonly string[];
  /** The entities whose survivor is another one now, or that are gone, with the survivor each had before. */
  readonly former: ReadonlyMap<string, string>;
}

/**
 * Groups again the entities whose survivor the changes may change, and writes `merged_into`. Who survives is a function
 * of the set of names, of how often they are used, and of evidence (`clusterEntities`). Of a name that comes or goes that concerns the names that are a
 * shorter form of it or stand by evidence with one, and so on down; above, only what they meet is read. Work: names that
 * share a key with these, at most `MAX_BLOCK_SIZE` a key.
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
  const judged = new Set(nodes.keys());
  const met = await findMatchCandidates(tx, scopeId, [...nodes.values()]);
  const above = new Set([...met.values()].flatMap((ids) => ids ?? []).filter((id) => !judged.has(id)));
  await collectConnected(tx, scopeId, [...above], { nodes, evidence });

  const survivors = clusterEntities(judged, nodes, evidence, met);
  const changed = [...nodes.values()].filter(
    (node) => judged.has(node.entityId) && (node.mergedInto ?? node.entityId) !== survivors.get(node.entityId),
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

/** Adds the given rows, those that evidence connects with them or with gone ones, their short forms, and so on. */
async function collectShortForms(
  tx: ClientBase,
  scopeId: string,
  { from, gone }: { readonly from: readonly string[]; readonly gone: readonly EntityKey[] },
  reached: ReachedNodes,
): Promise<void> {
  const tried = new Set<string>();
  // A decision on a name outlives its row: the names that it held together by it may be others' now.
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

/** Adds the given rows and those that evidence connects with them. */
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

/** The rows that offer what each of the given ones asks for. */
async function findMatchCandidates(
  tx: ClientBase,
  scopeId: string,
  nodes: readonly EntityNode[],
): Promise<MatchCandidates> {
  const asked = new Map(nodes.map((node) => [node.entityId, blockingKeysOf(node).lookupKeys]));
  const offers = await blockMembers(tx, scopeId, [...new Set([...asked.values()].flat())]);
  return new Map(
    [...asked].map(([id, keys]) => {
      const found = keys.map((key) => offers.get(key) ?? []);
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
            EXISTS (SELECT FROM alias_claims AS c WHERE c.scope_id = e.scope_id AND c.entity_a = e.entity_id AND c.apart)
            OR EXISTS (SELECT FROM alias_claims AS c WHERE c.scope_id = e.scope_id AND c.entity_b = e.entity_id AND c.apart)
              AS "isApart"
     FROM entities AS e WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[])`,
    [scopeId, ids],
  );
  return rows;
}

/** The given rows and all that aliases and decisions connect them with, in one statement however long the chain is. */
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
    SELECT entity_b AS id FROM alias_claims WHERE scope_id = $1 AND entity_a = reached.id AND NOT apart
    UNION ALL
    SELECT entity_a FROM alias_claims WHERE scope_id = $1 AND entity_b = reached.id AND NOT apart
    UNION ALL
    SELECT into_entity_id FROM name_decisions
    WHERE scope_id = $1 AND entity_id = reached.id AND into_entity_id IS NOT NULL
    UNION ALL
    SELECT entity_id FROM name_decisions WHERE scope_id = $1 AND into_entity_id = reached.id
  ) AS next
)
SELECT id FROM reached`;

async function loadSameEntityEvidence(
  tx: ClientBase,
  scopeId: string,
  ids: readonly string[],
): Promise<SameEntityEvidence[]> {
  const { rows } = await tx.query<SameEntityEvidence>(
    `SELECT entity_a AS a, entity_b AS b, false AS "isDecided" FROM alias_claims
     WHERE scope_id = $1 AND (entity_a = ANY ($2::uuid[]) OR entity_b = ANY ($2::uuid[])) AND NOT apart
     UNION
     SELECT entity_id, into_entity_id, true FROM name_decisions
     WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[]) AND into_entity_id IS NOT NULL
     UNION
     SELECT entity_id, into_entity_id, true FROM name_decisions WHERE scope_id = $1 AND into_entity_id = ANY ($2::uuid[])`,
    [scopeId, ids],
  );
  const homonyms = await loadHomonyms(tx, scopeId, { ids });
  return [...rows, ...homonyms.flatMap(mistypingEvidence)];
}

/** What is merged into rows that are gone: it is judged anew whatever it was merged for. */
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
