import type { ClientBase } from 'pg';
import { loadMembers, loadSurvivors } from './entity-rows.js';

interface GroupNode {
  readonly entity_id: string;
  readonly normal_form: string;
  readonly merged_into: string | null;
}

interface Evidence {
  readonly entity_a: string;
  readonly entity_b: string;
}

/** What a regrouping reached. */
export interface Regrouping {
  /** Every entity of the groups that the evidence touches. */
  readonly affected: readonly string[];
  /** The entities whose survivor is another one now, with the survivor each had before. */
  readonly former: ReadonlyMap<string, string>;
}

/**
 * Groups again the entities that the evidence around `touched` reaches, and writes `merged_into`. A group is a
 * connected component of the evidence; its survivor the entity with the longest normal form, then the least one:
 * both depend on the set of evidence alone.
 */
export async function regroupEntities(
  tx: ClientBase,
  scopeId: string,
  touched: readonly string[],
): Promise<Regrouping> {
  const affected = await withOldGroups(tx, scopeId, touched);
  const evidence = await closure(tx, scopeId, affected);
  const nodes = await loadNodes(tx, scopeId, [...affected]);
  const survivors = survivorsOf(nodes, evidence);
  const changed = nodes.filter((node) => (node.merged_into ?? node.entity_id) !== survivors.get(node.entity_id));
  if (changed.length > 0) {
    await tx.query(
      `UPDATE entities AS e SET merged_into = nullif(row.survivor, row.entity_id)
       FROM unnest($2::uuid[], $3::uuid[]) AS row (entity_id, survivor)
       WHERE e.scope_id = $1 AND e.entity_id = row.entity_id`,
      [scopeId, changed.map((n) => n.entity_id), changed.map((n) => survivors.get(n.entity_id))],
    );
  }
  return {
    affected: nodes.map((node) => node.entity_id),
    former: new Map(changed.map((node) => [node.entity_id, node.merged_into ?? node.entity_id])),
  };
}

async function withOldGroups(tx: ClientBase, scopeId: string, touched: readonly string[]): Promise<Set<string>> {
  const survivors = new Set((await loadSurvivors(tx, scopeId, touched)).values());
  const members = await loadMembers(tx, scopeId, survivors);
  return new Set([...touched, ...[...members.values()].flat()]);
}

/** Evidence that is connected with the given entities; adds to them what it reaches. */
async function closure(tx: ClientBase, scopeId: string, reached: Set<string>): Promise<Evidence[]> {
  const evidence: Evidence[] = [];
  for (let frontier = [...reached]; frontier.length > 0;) {
    const { rows } = await tx.query<Evidence>(
      `SELECT DISTINCT entity_a, entity_b FROM alias_claims
       WHERE scope_id = $1 AND (entity_a = ANY ($2::uuid[]) OR entity_b = ANY ($2::uuid[]))`,
      [scopeId, frontier],
    );
    evidence.push(...rows);
    frontier = rows.flatMap((row) => [row.entity_a, row.entity_b]).filter((id) => !reached.has(id));
    frontier.forEach((id) => reached.add(id));
  }
  return evidence;
}

async function loadNodes(tx: ClientBase, scopeId: string, ids: readonly string[]): Promise<GroupNode[]> {
  const { rows } = await tx.query<GroupNode>(
    'SELECT entity_id, normal_form, merged_into FROM entities WHERE scope_id = $1 AND entity_id = ANY ($2::uuid[])',
    [scopeId, ids],
  );
  return rows;
}

/** The survivor of each node, by union of the components the evidence connects. */
export function survivorsOf(nodes: readonly GroupNode[], evidence: readonly Evidence[]): Map<string, string> {
  const byId = new Map(nodes.map((node) => [node.entity_id, node]));
  const parent = new Map(nodes.map((node) => [node.entity_id, node.entity_id]));
  const rootOf = (id: string): string => {
    let root = id;
    for (let up = parent.get(root); up !== undefined && up !== root; up = parent.get(root)) root = up;
    return root;
  };
  for (const { entity_a, entity_b } of evidence) {
    const a = byId.get(rootOf(entity_a));
    const b = byId.get(rootOf(entity_b));
    if (!a || !b || a === b) continue;
    const [survivor, merged] = isFuller(a, b) ? [a, b] : [b, a];
    parent.set(merged.entity_id, survivor.entity_id);
  }
  return new Map(nodes.map((node) => [node.entity_id, rootOf(node.entity_id)]));
}

function isFuller(a: GroupNode, b: GroupNode): boolean {
  if (a.normal_form.length !== b.normal_form.length) return a.normal_form.length > b.normal_form.length;
  if (a.normal_form !== b.normal_form) return a.normal_form < b.normal_form;
  return a.entity_id < b.entity_id;
}
