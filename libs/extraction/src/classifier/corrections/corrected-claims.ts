import { relationKey, statementKey } from '#contracts/merge-observations.js';
import {
  NO_OBSERVATIONS,
  type MentionObservation,
  type Observations,
  type RelationObservation,
  type StatementObservation,
} from '#contracts/observations.js';
import { objectText } from '../claims/claim-conflicts.js';
import type { SelfRepair } from './repair-span.js';

/** Confidence of a repair, higher than that of a name by itself because of what it replaces. */
const CONFIDENCE = 0.8;

type Claim = RelationObservation | StatementObservation;

/**
 * Claims of a correction of another memory: retracts claims that contain the reparandum, and adds those with the
 * repair.
 * @param memoryId memory of the turn with the reparandum
 * @param said claims of that turn as stated
 * @param meant claims of that turn with the repair
 */
export function repairedClaims(
  {
    memoryId,
    slip: reparandum,
    meant: repair,
  }: { readonly memoryId: string; readonly slip: string; readonly meant: string },
  said: Observations,
  meant: Observations,
): Observations {
  const changed = <T extends Claim>(own: readonly T[], others: readonly T[], words: string): T[] => {
    const known = new Set(others.map(keyOf));
    const timeless = new Set(others.map(timelessKeyOf));
    return own.filter((c) => !known.has(keyOf(c)) && (containsWords(c, words) || timeless.has(timelessKeyOf(c))));
  };
  const claims = <T extends Claim>(before: readonly T[], after: readonly T[]): T[] => [
    ...changed(before, after, reparandum).map((c) => ({ ...c, polarity: 'retracted' as const, context: [memoryId] })),
    ...changed(after, before, repair).map((c) => ({ ...c, context: [...(c.context ?? []), memoryId] })),
  ];
  return {
    ...NO_OBSERVATIONS,
    relations: claims(said.relations, meant.relations),
    statements: claims(said.statements, meant.statements),
  };
}

/**
 * Mentions of a turn that corrects a name: the repair gets the type of the reparandum.
 * @param offset code points before a UTF-16 index of the turn
 */
export function repairedMentions(
  mentions: readonly MentionObservation[],
  { reparandum, repair }: Pick<SelfRepair<unknown>, 'reparandum' | 'repair'>,
  offset: (utf16Index: number) => number,
): readonly MentionObservation[] {
  const { type } = reparandum;
  if (type === null || repair.kind !== 'name') return mentions;
  const place = { start: offset(repair.start), end: offset(repair.end) };
  const others = mentions.filter(({ start, end }) => end <= place.start || place.end <= start);
  const mention = { ...place, type, name: repair.written, confidence: CONFIDENCE, stage: 'classifier' } as const;
  return [...others, mention].sort((a, b) => a.start - b.start);
}

function keyOf(claim: Claim): string {
  return 'from' in claim ? relationKey(claim) : statementKey(claim);
}

function timelessKeyOf(claim: Claim): string {
  return keyOf({ ...claim, event_at_unix_nanos: 0 });
}

/** Whether a name or value of a claim contains the words. */
function containsWords(claim: Claim, words: string): boolean {
  const named = 'from' in claim ? [claim.from.name, claim.to.name] : [claim.subject.name, objectText(claim.object)];
  return named.some((name) => name.toLowerCase().includes(words.toLowerCase()));
}
