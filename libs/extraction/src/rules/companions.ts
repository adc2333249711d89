import type { RelationType } from '#contracts/ontology.js';
import type { RuleClaim } from './language/claim-rule.js';
import type { PatternMatch } from './match-pattern.js';
import { opensNewClause } from './coordination.js';
import { type Item, wordAt } from './language/items.js';
import { fillSlot, type Filler, type SlotSource } from './slots.js';
import { numberOf } from '../text/number-words.js';
import { ADJECTIVES } from '#lexicon/function-words.js';
import { ROLE_NOUNS } from '#lexicon/kinship.js';
import { PETS } from '#lexicon/pets.js';
import { POSSESSIVES } from '#lexicon/pronouns.js';

/** Relations that whoever is with the subject has too. */
const SHARED: ReadonlySet<RelationType> = new Set(['lives_in']);
/** Words behind a match before "with". */
const BETWEEN = /^(?:now|together|here|there|happily|,)$/;
const MAX_BETWEEN = 2;
/** Words of a phrase before the name of a companion, and companions. */
const MAX_BEFORE_NAME = 5;
const MAX_COMPANIONS = 8;
const OF_PHRASE = /^(?:a|an|another|old|little|young|older|younger|eldest|youngest|new)$/;
const NAMING = /^(?:,|:|called|named)$/;
const ROLES: ReadonlySet<string> = new Set(Object.values(ROLE_NOUNS).flatMap((nouns) => [...nouns]));

/**
 * Adds the persons with whom the subjects of a match share its relation: "I live in Oslo with my husband Jon and our
 * kids, Mia (9) and Leo (6)". Of one that has ended they may have it still.
 */
export function withCompanions(
  source: SlotSource,
  rule: RuleClaim,
  match: PatternMatch,
  subjects: readonly Filler[],
): readonly Filler[] {
  const isShared = 'relation' in rule && SHARED.has(rule.relation);
  if (!isShared || (rule.polarity ?? match.polarity) !== 'asserted' || subjects.length === 0) return subjects;
  const at = withAt(source.items, match);
  if (at === null) return subjects;
  const known = new Set([
    ...subjects.map(({ name }) => name),
    match.b === null ? '' : source.items[match.b]?.name?.name,
  ]);
  return [...subjects, ...companionsFrom(source, at + 1).filter(({ name }) => !known.has(name))];
}

/** Index of "with" in a match, or soon behind it. */
function withAt(items: readonly Item[], { start, end }: PatternMatch): number | null {
  for (let k = start + 1; k <= end + MAX_BETWEEN; k++) {
    const word = wordAt(items, k);
    if (word === 'with') return k;
    if (k >= end && !BETWEEN.test(word)) return null;
  }
  return null;
}

function companionsFrom(source: SlotSource, from: number): Filler[] {
  const { items } = source;
  if (/^(?:me|us)$/.test(wordAt(items, from)))
    return [fillSlot(source, from, ['person'], null)].filter((f) => f !== null);
  const companions: Filler[] = [];
  for (let k = from; companions.length < MAX_COMPANIONS;) {
    const at = nameFrom(items, k);
    const filler =
      at === null || !isCompanion(source, at, companions.length > 0) ? null : fillSlot(source, at, ['person'], null);
    if (at === null || filler === null) break;
    companions.push(filler);
    const link = behindAside(items, at + 1);
    const length = linkLength(items, link);
    if (length === 0) break;
    k = link + length;
  }
  return companions;
}

/** Index of the name of a companion, behind words that say who it is; null if others stand there. */
function nameFrom(items: readonly Item[], from: number): number | null {
  for (let k = from; k <= from + MAX_BEFORE_NAME; k++) {
    const item = items[k];
    if (item === undefined) return null;
    if (item.name !== null) return k;
    const isNaming = k > from && NAMING.test(item.word) && ROLES.has(wordAt(items, k - 1));
    if (!isNaming && !isOfPhrase(item.word)) return null;
  }
  return null;
}

function isOfPhrase(word: string): boolean {
  if (PETS.has(word)) return false;
  return (
    POSSESSIVES.has(word) || ROLES.has(word) || ADJECTIVES.has(word) || OF_PHRASE.test(word) || numberOf(word) !== null
  );
}

/** A person, who owns nothing that is meant ("with Ana's parents") and begins no clause ("with Ana, Bo left"). */
function isCompanion({ items }: SlotSource, at: number, isFurther: boolean): boolean {
  if (/^(?:'s|')$/.test(wordAt(items, at + 1))) return false;
  return !isFurther || wordAt(items, at + 1) === '(' || !opensNewClause({ items }, at);
}

/** Index behind words in parentheses that stand at an index: "(9)". */
function behindAside(items: readonly Item[], at: number): number {
  if (wordAt(items, at) !== '(') return at;
  for (let k = at + 1; k <= at + 4; k++) if (wordAt(items, k) === ')') return k + 1;
  return at;
}

function linkLength(items: readonly Item[], at: number): number {
  if (wordAt(items, at) === ',' && /^(?:and|&)$/.test(wordAt(items, at + 1))) return 2;
  return /^(?:,|and|&|plus)$/.test(wordAt(items, at)) ? 1 : 0;
}
