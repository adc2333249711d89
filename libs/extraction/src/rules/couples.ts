import type { ClaimMatch, RelationMatch } from './claim-match.js';
import { type Item, wordAt } from './language/items.js';
import type { Filler } from './slots.js';

/** A child is of its other parent with less confidence: "our" may include somebody else. */
const PARTNER_CONFIDENCE = 0.7;
const MAX_COUPLES = 8;

/** Two persons, as claims name them; those of the past have children too. */
type Couple = readonly [string, string];

/**
 * Tracks who are couples in one memory, to tell whose children "our" and "their" name: "My husband Jon and I live here
 * with our daughter Mia" makes Jon her parent too.
 */
export class Couples {
  private couples: readonly Couple[] = [];

  /** Claims of a sentence, with those of the other parent. */
  complete(items: readonly Item[], matches: readonly ClaimMatch[]): readonly ClaimMatch[] {
    const found = matches.filter(isOfCouple).map(({ from, to }): Couple => [from.name, to.name]);
    this.couples = [...found, ...this.couples].slice(0, MAX_COUPLES);
    const isChildOfTwo = (match: ClaimMatch): match is RelationMatch => isOfChild(match) && isOfSeveral(items, match);
    const parents = matches.filter(isChildOfTwo).flatMap((match) => this.otherParent(items, match));
    return [...matches, ...parents];
  }

  private otherParent(items: readonly Item[], match: RelationMatch): RelationMatch[] {
    const name = this.partnerOf(match.from.name) ?? nameBeside(items, match);
    if (name === null || name === match.to.name) return [];
    const from: Filler = { type: 'person', name, confidence: PARTNER_CONFIDENCE, item: null };
    return [{ ...match, from }];
  }

  private partnerOf(name: string): string | null {
    const couple = this.couples.find((both) => both.includes(name));
    return couple?.find((one) => one !== name) ?? null;
  }
}

function isOfCouple(match: ClaimMatch): match is RelationMatch {
  return match.kind === 'relation' && match.rule.relation === 'spouse_of';
}

function isOfChild(match: ClaimMatch): match is RelationMatch {
  if (match.kind !== 'relation') return false;
  const { relation, inverse } = match.rule;
  return relation === 'parent_of' && inverse !== true && polarityOf(match) === 'asserted';
}

function polarityOf({ rule, match }: RelationMatch): string {
  return rule.polarity ?? match.polarity;
}

function isOfSeveral(items: readonly Item[], { match }: RelationMatch): boolean {
  return match.a !== null && /^(?:our|their|we|they)$/.test(wordAt(items, match.a));
}

/** The other of two subjects in the same sentence: "Ana and Bo have a daughter, their son Tom". */
function nameBeside(items: readonly Item[], { match, from }: RelationMatch): string | null {
  if (match.a === null || wordAt(items, match.a) !== 'their') return null;
  for (let k = match.a - 1; k >= 2; k--) {
    if (items[k]?.name?.name !== from.name || !/^(?:and|&)$/.test(wordAt(items, k - 1))) continue;
    const other = items[k - 2]?.name;
    return other?.type === 'person' ? other.name : null;
  }
  return null;
}
