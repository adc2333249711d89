import type { NameRef, RelationObservation, StatementObject, StatementObservation } from '#contracts/observations.js';
import { RELATION_TYPES, type RelationType } from '#contracts/ontology.js';
import type { ScoredRelation } from './claim-model.js';
import type { MentionCandidate, TurnWindow } from './turn-window.js';

/** Relatives. */
export const KIN: ReadonlySet<RelationType> = new Set(['spouse_of', 'parent_of', 'sibling_of', 'family_of']);
/** What two persons are to each other: one of these, in what a turn says. */
const PERSONAL: ReadonlySet<RelationType> = new Set([...KIN, 'friend_of', 'colleague_of', 'knows', 'reports_to']);

/** Of claims between the same two that exclude each other (it holds, it ended; both directions; what two persons are to each other), the likeliest. */
export function likeliest(relations: readonly ScoredRelation[]): ScoredRelation[] {
  const best = new Map<string, ScoredRelation>();
  for (const relation of relations) {
    const key = `${PERSONAL.has(relation.type) ? 'personal' : relation.type} ${[relation.from, relation.to].sort((a, b) => a - b).join(' ')}`;
    const other = best.get(key);
    if (!other || relation.probability > other.probability) best.set(key, relation);
  }
  return [...best.values()];
}

/**
 * Whether a claim of the rules says what another says, or what does not hold beside it: two persons are one thing to each
 * other, and of a clause that a rule has read the model tells no more about who is not named in it.
 */
export function excludes(window: TurnWindow, rule: RelationObservation, made: RelationObservation): boolean {
  if (rule.type !== made.type) return PERSONAL.has(rule.type) && PERSONAL.has(made.type) && areOfSamePair(rule, made);
  if ((PERSONAL.has(rule.type) || RELATION_TYPES[rule.type].symmetric) && areOfSamePair(rule, made)) return true;
  const sameFrom = isSameName(rule.from, made.from);
  if (isSameName(rule.to, made.to))
    return sameFrom || !isWritten(window, made.from) || isCutOff(window, made) || isPassedOver(window, rule, made);
  return sameFrom && !isWritten(window, made.to);
}

/** Whether the rule went past a nearer name, which is no subject beside its own: "Ana met Bo and moved to Lisbon". */
function isPassedOver(
  { candidates, words }: TurnWindow,
  rule: RelationObservation,
  made: RelationObservation,
): boolean {
  const placeOf = (name: NameRef) => candidates.find((c) => c.isInCurrentTurn && !c.isSpeaker && isSameName(c, name));
  const [subject, nearer, object] = [placeOf(rule.from), placeOf(made.from), placeOf(made.to)];
  if (!subject || !nearer || !object || subject.last >= nearer.first || nearer.last >= object.first) return false;
  const isName = (at: number) => candidates.some(({ first, last }) => first <= at && at <= last);
  const between = words.slice(subject.last + 1, nearer.first);
  return between.some((word, i) => !/^(?:and|or|with|plus|both|[,&+/])$/i.test(word) && !isName(subject.last + 1 + i));
}

/** Whether a clause with a subject of its own begins between the two: "broke up with Sanna, so I live alone in Turku". */
function isCutOff(window: TurnWindow, { from, to }: RelationObservation): boolean {
  const { words } = window;
  const [a, b] = [writtenIn(window, from), writtenIn(window, to)];
  if (!a || !b) return false;
  return words.slice(a.last + 1, b.first).some((word, i) => {
    const before = words[a.last + i] ?? '';
    // "Lena and I" are one subject.
    if (i === 1 && /^and$/i.test(before)) return false;
    return /^(?:i|he|she)$/i.test(word) && /^(?:[,.;:!?–—-]|and|but|so|because|while|now)$/i.test(before);
  });
}

function areOfSamePair(a: RelationObservation, b: RelationObservation): boolean {
  if (isSameName(a.from, b.from) && isSameName(a.to, b.to)) return true;
  return isSameName(a.from, b.to) && isSameName(a.to, b.from);
}

function isWritten(window: TurnWindow, name: NameRef): boolean {
  return writtenIn(window, name) !== undefined;
}

/** A name where the turn itself has it in its words. */
function writtenIn({ candidates }: TurnWindow, name: NameRef): MentionCandidate | undefined {
  return candidates.find(
    (candidate) => candidate.isInCurrentTurn && !candidate.isSpeaker && isSameName(candidate, name),
  );
}

/** Whether two statements say the same of the same, in words of which one has the other's; one age is nobody else's. */
export function isSameStatement(a: StatementObservation, b: StatementObservation): boolean {
  if (a.predicate !== b.predicate) return false;
  const [x, y] = [objectText(a.object), objectText(b.object)];
  if (!isSameName(a.subject, b.subject)) return a.predicate === 'age' && x === y;
  return x.includes(y) || y.includes(x);
}

/** What a statement says of its subject, in lower case. */
export function objectText(object: StatementObject): string {
  return (object.kind === 'entity' ? object.name : String(object.value.value)).toLowerCase();
}

function isSameName(a: NameRef, b: NameRef): boolean {
  return a.type === b.type && a.name.toLowerCase() === b.name.toLowerCase();
}
