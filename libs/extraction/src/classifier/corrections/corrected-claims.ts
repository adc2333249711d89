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

/** The surer for what it replaces than by itself. */
const CONFIDENCE = 0.8;

type Claim = RelationObservation | StatementObservation;

/**
 * What a correction of another memory claims: takes back what that memory's turn claimed with the slip, and claims what it
 * does as it was meant.
 * @param memoryId that of the turn with the slip
 * @param said what that turn claims
 * @param meant what it claims with the slip put right
 */
export function repairedClaims(
  {
    memoryId,
    slip: reparandum,
    meant: instead,
  }: { readonly memoryId: string; readonly slip: string; readonly meant: string },
  said: Observations,
  meant: Observations,
): Observations {
  const changed = <T extends Claim>(own: readonly T[], others: readonly T[], words: string): T[] => {
    const known = new Set(others.map(keyOf));
    const timeless = new Set(others.map(timelessKeyOf));
    return own.filter((c) => !known.has(keyOf(c)) && (holds(c, words) || timeless.has(timelessKeyOf(c))));
  };
  const claims = <T extends Claim>(before: readonly T[], after: readonly T[]): T[] => [
    ...changed(before, after, reparandum).map((c) => ({ ...c, polarity: 'retracted' as const, context: [memoryId] })),
    ...changed(after, before, instead).map((c) => ({ ...c, context: [...(c.context ?? []), memoryId] })),
  ];
  return {
    ...NO_OBSERVATIONS,
    relations: claims(said.relations, meant.relations),
    statements: claims(said.statements, meant.statements),
  };
}

/**
 * The mentions of a turn that corrects a name: what it says in its place names a thing of the same type.
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

/** Whether a claim rests on the given words. */
function holds(claim: Claim, words: string): boolean {
  const named = 'from' in claim ? [claim.from.name, claim.to.name] : [claim.subject.name, objectText(claim.object)];
  return named.some((name) => name.toLowerCase().includes(words.toLowerCase()));
}
