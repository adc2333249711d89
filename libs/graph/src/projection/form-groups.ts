import { entityTypeOfId } from '#contracts/ontology.js';
import { nameLexicon } from '../names/name-lexicon.js';
import { nameWords, type NameWords } from '../names/name-words.js';
import { shortFormOf } from '../names/short-form.js';
import type { EntityKey } from './contribution.js';

/** An entity row, and the one that it is merged into as it stands. */
export interface GroupNode extends EntityKey {
  readonly mergedInto: string | null;
  /** Whether an operator parted it from all others. */
  readonly isSplit: boolean;
  /** Whether a memory has it side by side with a nickname of it, or with a name that it is a nickname of. */
  readonly isApart: boolean;
}

/** Evidence that two entity rows are one entity. */
export interface Evidence {
  readonly a: string;
  readonly b: string;
  /** Whether an operator decided so; no other evidence holds of a row that is split. */
  readonly isDecided: boolean;
  /** The one of the two that is the other under a type by mistake: its name and type say nothing of what both are. */
  readonly joins?: string;
}

/** The entity rows that a name meets by its keys; null where they are too many to tell it anything. */
export type Meetings = ReadonlyMap<string, readonly string[] | null>;

/** Rows that evidence holds together, the fullest name first. */
interface Kin {
  readonly nodes: readonly GroupNode[];
  /** Those that tell what it is, all unless some join others. */
  readonly telling: readonly GroupNode[];
  readonly top: GroupNode;
}

/**
 * The survivor of each of `judged`. Rows that evidence connects are kin. Kin joins fuller kin of which one of its names
 * is a shorter form, where all fuller names that its names fit stand for one entity; with two or more it stays by
 * itself. A name that an operator split joins none. The survivor is the fullest name of the kin that joins no other. So the answer is a function of the names and
 * the evidence: of a name's own, and of the fuller names it meets.
 * @param met for each of `judged` the rows it meets; those that are not judged stand as they stand
 * @param nodes all of these rows, and those that evidence connects with them
 */
export function formGroups(
  judged: ReadonlySet<string>,
  nodes: ReadonlyMap<string, GroupNode>,
  evidence: readonly Evidence[],
  met: Meetings,
): Map<string, string> {
  const kinOf = connect(nodes, evidence);
  const survivors = new Map<string, string>();
  for (const node of nodes.values())
    if (!judged.has(node.entityId)) survivors.set(node.entityId, node.mergedInto ?? node.entityId);
  const kins = [...new Set([...judged].flatMap((id) => kinOf.get(id) ?? []))];
  for (const kin of kins.sort((a, b) => byFullness(a.top, b.top))) {
    const survivor = joined(kin, kinOf, survivors, met) ?? kin.top.entityId;
    for (const { entityId } of kin.nodes) survivors.set(entityId, survivor);
  }
  return new Map([...judged].flatMap((id) => (nodes.has(id) ? [[id, survivors.get(id) ?? id]] : [])));
}

/** The one survivor that the fuller names stand for which names of the kin are short for; null for none or several. */
function joined(
  kin: Kin,
  kinOf: ReadonlyMap<string, Kin>,
  survivors: ReadonlyMap<string, string>,
  met: Meetings,
): string | null {
  if (kin.nodes.some((node) => node.isSplit)) return null;
  const found = new Set<string>();
  for (const node of kin.telling) {
    const others = met.get(node.entityId);
    if (others === null) return null;
    const fuller = (others ?? []).flatMap((id) => {
      const other = kinOf.get(id);
      return other && other !== kin && byFullness(other.top, kin.top) < 0
        ? (other.nodes.find((n) => n.entityId === id) ?? [])
        : [];
    });
    const fitting = fuller.filter((other) => isShortFor(node, other));
    // A whole name that fits nothing is another's: the evidence that calls both one is not to draw a third in.
    if (fitting.length === 0 && kin.telling.length > 1 && wordsOf(node).core.length > 1) return null;
    for (const { entityId } of fitting) found.add(survivors.get(entityId) ?? entityId);
  }
  const [survivor, second] = found;
  return second === undefined ? (survivor ?? null) : null;
}

function connect(nodes: ReadonlyMap<string, GroupNode>, evidence: readonly Evidence[]): Map<string, Kin> {
  const groups = new Map([...nodes.values()].map((node) => [node.entityId, [node]]));
  const joining = new Set<string>();
  for (const { a, b, isDecided, joins } of evidence) {
    if (!isDecided && (nodes.get(a)?.isSplit === true || nodes.get(b)?.isSplit === true)) continue;
    const [ofA, ofB] = [groups.get(a), groups.get(b)];
    if (!ofA || !ofB) continue;
    if (joins !== undefined) joining.add(joins);
    if (ofA !== ofB) unite(groups, ofA, ofB);
  }
  const kins = new Map<GroupNode[], Kin>();
  return new Map([...groups].map(([id, group]) => [id, kins.get(group) ?? remember(kins, group, joining)]));
}

function unite(groups: Map<string, GroupNode[]>, a: GroupNode[], b: readonly GroupNode[]): void {
  a.push(...b);
  for (const { entityId } of b) groups.set(entityId, a);
}

function remember(kins: Map<GroupNode[], Kin>, group: GroupNode[], joining: ReadonlySet<string>): Kin {
  const nodes = [...group].sort(byFullness);
  const heads = nodes.filter(({ entityId }) => !joining.has(entityId));
  const telling = heads.length > 0 ? heads : nodes;
  const kin = { nodes, telling, top: telling[0] as GroupNode };
  kins.set(group, kin);
  return kin;
}

function isShortFor(short: GroupNode, full: GroupNode): boolean {
  const form = shortFormOf(entityTypeOfId(short.typeId), wordsOf(short), wordsOf(full), nameLexicon());
  const isNickname = form === 'nickname' || form === 'partByNickname';
  return form !== null && !(isNickname && short.isApart);
}

function wordsOf({ typeId, normalForm }: GroupNode): NameWords {
  return nameWords(entityTypeOfId(typeId), normalForm);
}

/** The fuller name first: of persons the one of more words, then the longer, then the lesser. */
function byFullness(a: GroupNode, b: GroupNode): number {
  return (
    wordCount(b) - wordCount(a) ||
    b.normalForm.length - a.normalForm.length ||
    (a.normalForm < b.normalForm ? -1 : a.normalForm > b.normalForm ? 1 : a.entityId < b.entityId ? -1 : 1)
  );
}

function wordCount(node: GroupNode): number {
  return entityTypeOfId(node.typeId) === 'person' ? wordsOf(node).words.length : 0;
}
