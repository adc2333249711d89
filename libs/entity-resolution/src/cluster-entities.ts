import { entityTypeOfId } from '#contracts/ontology.js';
import { nameLexicon } from './name-lexicon.js';
import { tokenizeName, type NameTokens } from './name-tokens.js';
import { shortFormOf } from './short-form.js';
import type { EntityKey } from './entity-key.js';

/** An entity row, and the one that it is merged into as it stands. */
export interface EntityNode extends EntityKey {
  readonly mergedInto: string | null;
  /** Whether an operator parted it from all others. */
  readonly isSplit: boolean;
  /** Whether a memory has it side by side with a nickname of it, or with a name that it is a nickname of. */
  readonly isApart: boolean;
}

/** Evidence that two entity rows are one entity. */
export interface SameEntityEvidence {
  readonly a: string;
  readonly b: string;
  /** Whether an operator decided so; no other evidence holds of a row that is split. */
  readonly isDecided: boolean;
  /** The one of the two that is the other under a type by mistake: its name and type say nothing of what both are. */
  readonly mistypedDuplicate?: string;
}

/** The entity rows that a name meets by its keys; null where they are too many to tell it anything. */
export type MatchCandidates = ReadonlyMap<string, readonly string[] | null>;

/** Rows that evidence holds together, the fullest name first. */
interface Cluster {
  readonly nodes: readonly EntityNode[];
  /** Those that tell what it is, all unless some join others. */
  readonly naming: readonly EntityNode[];
  readonly representative: EntityNode;
}

/**
 * The survivor of each of `judged`. Rows that evidence connects are kin. Kin joins fuller kin of which one of its names
 * is a shorter form, where all fuller names that its names fit stand for one entity; with two or more it stays by
 * itself. A name that an operator split joins none. The survivor is the fullest name of the kin that joins no other. So the answer is a function of the names and
 * the evidence: of a name's own, and of the fuller names it meets.
 * @param candidates for each of `judged` the rows it meets; those that are not judged stand as they stand
 * @param nodes all of these rows, and those that evidence connects with them
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
    const survivor = uniqueFullerSurvivor(cluster, clusterOf, survivors, candidates) ?? cluster.representative.entityId;
    for (const { entityId } of cluster.nodes) survivors.set(entityId, survivor);
  }
  return new Map([...reclustered].flatMap((id) => (nodes.has(id) ? [[id, survivors.get(id) ?? id]] : [])));
}

/** The one survivor that the fuller names stand for which names of the kin are short for; null for none or several. */
function uniqueFullerSurvivor(
  cluster: Cluster,
  clusterOf: ReadonlyMap<string, Cluster>,
  survivors: ReadonlyMap<string, string>,
  candidates: MatchCandidates,
): string | null {
  if (cluster.nodes.some((node) => node.isSplit)) return null;
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
    // A whole name that fits nothing is another's: the evidence that calls both one is not to draw a third in.
    if (matching.length === 0 && cluster.naming.length > 1 && tokensOfNode(node).core.length > 1) return null;
    for (const { entityId } of matching) found.add(survivors.get(entityId) ?? entityId);
  }
  const [survivor, second] = found;
  return second === undefined ? (survivor ?? null) : null;
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
  const cluster = { nodes, naming, representative: naming[0] as EntityNode };
  clusters.set(group, cluster);
  return cluster;
}

function isShortFor(short: EntityNode, full: EntityNode): boolean {
  const form = shortFormOf(entityTypeOfId(short.typeId), tokensOfNode(short), tokensOfNode(full), nameLexicon());
  const isNickname = form === 'nickname' || form === 'partByNickname';
  return form !== null && !(isNickname && short.isApart);
}

function tokensOfNode({ typeId, normalForm }: EntityNode): NameTokens {
  return tokenizeName(entityTypeOfId(typeId), normalForm);
}

/** The fuller name first: of persons the one of more words, then the longer, then the lesser. */
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
