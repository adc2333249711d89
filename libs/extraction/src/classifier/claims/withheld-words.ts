import { withoutSlips } from '../../claims/corrections.js';
import { type Item, itemsOf, wordAt } from '../../claims/items.js';
import { clauseEnd, unclaimedItems } from '../../claims/modality.js';
import type { NameSpan } from '../../pattern/names.js';
import type { Token } from '../../text/tokenizer.js';

const NEGATION = /^(?:not|n't|never|neither|nor|nobody|none)$/;
/** "not only", and questions that mean yes. */
const NO_NEGATION_BEFORE = /^(?:only|just|sure)$/;

/** Words of a sentence, by what keeps them from being believed. */
export interface WithheldWords {
  /** In a question, a condition, hearsay, doubt or a quotation, or a slip that the sentence corrects. */
  readonly unclaimed: ReadonlySet<Token>;
  /** Behind a negation of their clause. */
  readonly denied: ReadonlySet<Token>;
}

/**
 * What a sentence does not claim, by the rules that patterns obey: a model that was trained on few thousand turns learns
 * what is said, but not surely that it is denied or only asked.
 * @param names the names in the sentence, in order
 */
export function withheldWords(tokens: readonly Token[], names: readonly NameSpan[]): WithheldWords {
  const items = itemsOf(tokens, names);
  const claimed = withoutSlips(items);
  const kept = new Set(claimed);
  const unclaimedAt = unclaimedItems(claimed);
  const unclaimed = [...items.filter((item) => !kept.has(item)), ...claimed.filter((_, i) => unclaimedAt[i])];
  return { unclaimed: tokensOf(tokens, unclaimed), denied: tokensOf(tokens, deniedItems(claimed)) };
}

function deniedItems(items: readonly Item[]): Item[] {
  return items.flatMap((_, i) => {
    const denies = NEGATION.test(wordAt(items, i)) && !NO_NEGATION_BEFORE.test(wordAt(items, i + 1));
    return denies ? items.slice(i + 1, clauseEnd(items, i)) : [];
  });
}

function tokensOf(tokens: readonly Token[], items: readonly Item[]): ReadonlySet<Token> {
  return new Set(items.flatMap(({ first, last }) => tokens.slice(first, last + 1)));
}
