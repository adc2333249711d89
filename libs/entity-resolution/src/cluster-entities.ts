import { entityTypeOfId } from '#contracts/ontology.js';
import { nameLexicon } from './name-lexicon.js';
import { tokenizeName, type NameTokens } from './name-tokens.js';
import { shortFormOf } from './short-form.js';
import type { EntityKey } from './entity-key.js';

/** An entity row, with the survivor it is currently merged into. */
export interface EntityNode extends EntityKey {
  readonly mergedInto: string | null;
  /** Whether an operator split it from all others. */
  readonly isSplit: boolean;
  /** Whether a memory has it side by side with its nickname, or with a name that it is a nickname of (cannot-link). */
  readonly isApart: boolean;
  /** When a caller said that an entity has this name and type, in Unix nanoseconds; null: nobody did. */
  readonly namedAt: bigint | null;
}

/** Evidence that two entity rows are one entity. */
export interface SameEntityEvidence {
  readonly a: string;
  readonly b: string;
  /** Whether it is an operator's decision; other evidence does not apply to a split row. */
  readonly isDecided: boolean;
  /** Set when this row is a mistyped duplicate; its name and type are ignored. */
  readonly mistypedDuplicate?: string;
}

/** Entity rows that share a blocking key with each row; null when they are too many to be conclusive. */
export type MatchCandidates = ReadonlyMap<string, readonly string[] | null>;

/** Rows connected by evidence, fullest name first. */
interface Cluster {
  readonly nodes: readonly EntityNode[];
  /** Rows that name the cluster: all but mistyped duplicates, or all rows when every one is a duplicate. */
  readonly naming: readonly EntityNode[];
  readonly representative: EntityNode;
  /** Row by which a caller named it last; null: nobody did. */
  readonly corrected: EntityNode | null;
}

/**
 * Computes the survivor of each row in `reclustered`. Rows connected by evidence form a cluster. A cluster joins a
 * fuller one when one of its names is a shorter form of a name there, and all fuller names that match belong to one
 * entity; when they belong to two or more, it stays by itself. A cluster with a name that an operator split, or that a
 * caller named, joins none. The survivor is the name that a caller gave last, or else the fullest one, of the cluster
 * that joins no other. So the result is a function of names and
 * evidence: those of the row, and those of its match candidates.
 * @param candidates match candidates of each row in `reclustered`; rows outside of it keep their survivors
 * @param nodes all of these rows, and the rows that evidence connects with them
 */
export function clusterEntities(
  reclustered: ReadonlySet<string>,
  nodes: ReadonlyMap<string, EntityNode>,
  evidence: readonly SameEntityEvidence[],
  candidates: MatchCandidates,
): Map<string, string> {
  const clusterOf = connectedComponents(nodes, evidence);
  const survivors = new Map<string, string>();
  for (const node of nodes.values())
    if (!reclustered.has(node.entityId)) survivors.set(node.entityId, node.mergedInto ?? node.entityId);
  const clusters = [...new Set([...reclustered].flatMap((id) => clusterOf.get(id) ?? []))];
  for (const cluster of clusters.sort((a, b) => byFullness(a.representative, b.representative))) {
    const named = cluster.corrected ?? cluster.representative;
    const survivor = uniqueFullerSurvivor(cluster, clusterOf, survivors, candidates) ?? named.entityId;
    for (const { entityId } of cluster.nodes) survivors.set(entityId, survivor);
  }
  return new Map([...reclustered].flatMap((id) => (nodes.has(id) ? [[id, survivors.get(id) ?? id]] : [])));
}

/**
 * The only survivor among the fuller names that names of the cluster are short for; null when there is none or several.
 */
function uniqueFullerSurvivor(
  cluster: Cluster,
  clusterOf: ReadonlyMap<string, Cluster>,
  survivors: ReadonlyMap<string, string>,
  candidates: MatchCandidates,
): string | null {
  if (isByItself(cluster)) return null;
  const found = new Set<string>();
  for (const node of cluster.naming) {
    const others = candidates.get(node.entityId);
    if (others === null) return null;
    const fuller = (others ?? []).flatMap((id) => {
      const other = clusterOf.get(id);
      return other && other !== cluster && byFullness(other.representative, cluster.representative) < 0
        ? (other.nodes.find((n) => n.entityId === id) ?? [])
        : [];
    });
    const matching = fuller.filter((other) => isShortFor(node, other));
    // A full name that matches nothing belongs to another entity: evidence that equates both names must not draw in a
    // third.
    if (matching.length === 0 && cluster.naming.length > 1 && tokensOfNode(node).core.length > 1) return null;
    for (const { entityId } of matching) found.add(survivors.get(entityId) ?? entityId);
  }
  const [survivor, second] = found;
  return second === undefined ? (survivor ?? null) : null;
}

/** Whether an operator split one of its names off, or a caller named it. */
function isByItself({ corrected, nodes }: Cluster): boolean {
  return corrected !== null || nodes.some((node) => node.isSplit);
}

function connectedComponents(
  nodes: ReadonlyMap<string, EntityNode>,
  evidence: readonly SameEntityEvidence[],
): Map<string, Cluster> {
  const groups = new Map([...nodes.values()].map((node) => [node.entityId, [node]]));
  const duplicates = new Set<string>();
  for (const { a, b, isDecided, mistypedDuplicate } of evidence) {
    if (!isDecided && (nodes.get(a)?.isSplit === true || nodes.get(b)?.isSplit === true)) continue;
    const [ofA, ofB] = [groups.get(a), groups.get(b)];
    if (!ofA || !ofB) continue;
    if (mistypedDuplicate !== undefined) duplicates.add(mistypedDuplicate);
    if (ofA !== ofB) mergeGroups(groups, ofA, ofB);
  }
  const clusters = new Map<EntityNode[], Cluster>();
  return new Map(
    [...groups].map(([id, group]) => [id, clusters.get(group) ?? createCluster(clusters, group, duplicates)]),
  );
}

function mergeGroups(groups: Map<string, EntityNode[]>, a: EntityNode[], b: readonly EntityNode[]): void {
  a.push(...b);
  for (const { entityId } of b) groups.set(entityId, a);
}

function createCluster(
  clusters: Map<EntityNode[], Cluster>,
  group: EntityNode[],
  duplicates: ReadonlySet<string>,
): Cluster {
  const nodes = [...group].sort(byFullness);
  const undisputed = nodes.filter(({ entityId }) => !duplicates.has(entityId));
  const naming = undisputed.length > 0 ? undisputed : nodes;
  const cluster = { nodes, naming, representative: naming[0] as EntityNode, corrected: lastCorrected(nodes) };
  clusters.set(group, cluster);
  return cluster;
}

function lastCorrected(nodes: readonly EntityNode[]): EntityNode | null {
  let last: { readonly node: EntityNode; readonly at: bigint } | null = null;
  for (const node of nodes) {
    const { namedAt: at, entityId } = node;
    if (at === null) continue;
    if (last === null || at > last.at || (at === last.at && entityId > last.node.entityId)) last = { node, at };
  }
  return last?.node ?? null;
}

function isShortFor(short: EntityNode, full: EntityNode): boolean {
  const form = shortFormOf(entityTypeOfId(short.typeId), tokensOfNode(short), tokensOfNode(full), nameLexicon());
  const isNickname = form === 'nickname' || form === 'partByNickname';
  return form !== null && !(isNickname && short.isApart);
}

function tokensOfNode({ typeId, normalForm }: EntityNode): NameTokens {
  return tokenizeName(entityTypeOfId(typeId), normalForm);
}

/** Orders fuller names first: for persons by number of words, then by length, then alphabetically. */
function byFullness(a: EntityNode, b: EntityNode): number {
  return (
    wordCount(b) - wordCount(a) ||
    b.normalForm.length - a.normalForm.length ||
    (a.normalForm < b.normalForm ? -1 : a.normalForm > b.normalForm ? 1 : a.entityId < b.entityId ? -1 : 1)
  );
}

function wordCount(node: EntityNode): number {
  return entityTypeOfId(node.typeId) === 'person' ? tokensOfNode(node).words.length : 0;
}
