import type { NameRef, RelationObservation, StatementObject, StatementObservation } from '#contracts/observations.js';
import { isSameRef } from '../../names/same-name.js';
import { RELATION_TYPES, type RelationType } from '#contracts/ontology.js';
import type { ScoredRelation } from './claim-model.js';
import type { MentionCandidate, TurnWindow } from './turn-window.js';

/** Relations between relatives. */
export const KIN: ReadonlySet<RelationType> = new Set(['spouse_of', 'parent_of', 'sibling_of', 'family_of']);
/** Relations between two persons; a turn states at most one of them per pair. */
const PERSONAL: ReadonlySet<RelationType> = new Set([...KIN, 'friend_of', 'colleague_of', 'knows', 'reports_to']);

/** Whether a relation is one between two persons. */
export function relatesPersons(type: RelationType): boolean {
  return PERSONAL.has(type);
}

/**
 * Keeps the likeliest of mutually exclusive relations: the same pair in either direction, current or ended, and among
 * relations between persons any type.
 */
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
 * Whether a rule's relation duplicates or contradicts one of the model: two persons have one relation to each other,
 * and for a clause that a rule has matched, the model adds no relation of names outside it.
 */
export function excludes(window: TurnWindow, rule: RelationObservation, predicted: RelationObservation): boolean {
  if (rule.type !== predicted.type)
    return PERSONAL.has(rule.type) && PERSONAL.has(predicted.type) && areOfSamePair(rule, predicted);
  if ((PERSONAL.has(rule.type) || RELATION_TYPES[rule.type].symmetric) && areOfSamePair(rule, predicted)) return true;
  const sameFrom = isSameRef(rule.from, predicted.from);
  if (isSameRef(rule.to, predicted.to))
    return (
      sameFrom ||
      !isWritten(window, predicted.from) ||
      isCutOff(window, predicted) ||
      isPassedOver(window, rule, predicted)
    );
  return sameFrom && !isWritten(window, predicted.to);
}

/**
 * Whether the rule skipped a nearer name that is not coordinated with its subject: "Ana met Bo and moved to Lisbon".
 */
function isPassedOver(
  { candidates, words }: TurnWindow,
  rule: RelationObservation,
  predicted: RelationObservation,
): boolean {
  const placeOf = (name: NameRef) => candidates.find((c) => c.isInCurrentTurn && !c.isSpeaker && isSameRef(c, name));
  const [subject, nearer, object] = [placeOf(rule.from), placeOf(predicted.from), placeOf(predicted.to)];
  if (!subject || !nearer || !object || subject.last >= nearer.first || nearer.last >= object.first) return false;
  const isName = (at: number) => candidates.some(({ first, last }) => first <= at && at <= last);
  const between = words.slice(subject.last + 1, nearer.first);
  return between.some((word, i) => !/^(?:and|or|with|plus|both|[,&+/])$/i.test(word) && !isName(subject.last + 1 + i));
}

/**
 * Whether a clause with its own subject starts between the two names: "broke up with Sanna, so I live alone in Turku".
 */
function isCutOff(window: TurnWindow, { from, to }: RelationObservation): boolean {
  const { words } = window;
  const [a, b] = [writtenIn(window, from), writtenIn(window, to)];
  if (!a || !b) return false;
  return words.slice(a.last + 1, b.first).some((word, i) => {
    const before = words[a.last + i] ?? '';
    // "Lena and I" is one subject.
    if (i === 1 && /^and$/i.test(before)) return false;
    return /^(?:i|he|she)$/i.test(word) && /^(?:[,.;:!?–—-]|and|but|so|because|while|now)$/i.test(before);
  });
}

function areOfSamePair(a: RelationObservation, b: RelationObservation): boolean {
  if (isSameRef(a.from, b.from) && isSameRef(a.to, b.to)) return true;
  return isSameRef(a.from, b.to) && isSameRef(a.to, b.from);
}

function isWritten(window: TurnWindow, name: NameRef): boolean {
  return writtenIn(window, name) !== undefined;
}

/** Candidate of a name in the words of the current turn. */
function writtenIn({ candidates }: TurnWindow, name: NameRef): MentionCandidate | undefined {
  return candidates.find(
    (candidate) => candidate.isInCurrentTurn && !candidate.isSpeaker && isSameRef(candidate, name),
  );
}

/**
 * Whether two statements have the same predicate and subject, and one object contains the other. Equal ages match
 * whatever the subject.
 */
export function isSameStatement(a: StatementObservation, b: StatementObservation): boolean {
  if (a.predicate !== b.predicate) return false;
  const [x, y] = [objectText(a.object), objectText(b.object)];
  if (!isSameRef(a.subject, b.subject)) return a.predicate === 'age' && x === y;
  return x.includes(y) || y.includes(x);
}

/** Object of a statement in lower case. */
export function objectText(object: StatementObject): string {
  return (object.kind === 'entity' ? object.name : String(object.value.value)).toLowerCase();
}
