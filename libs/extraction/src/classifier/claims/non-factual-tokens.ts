import { removeReparanda } from '../../rules/self-repairs.js';
import { type Item, itemsOf, wordAt } from '../../rules/language/items.js';
import { clauseEnd, nonFactualItems } from '../../rules/factuality.js';
import type { NameSpan } from '../../names/find-names.js';
import type { Token } from '../../text/tokenizer.js';

const NEGATION = /^(?:not|n't|never|neither|nor|nobody|none)$/;
/** "nearly moved" did not. */
const APPROXIMATOR = /^(?:nearly|almost)$/;
const PAST = /ed$|^(?:went|got|came|took|left|bought|met|made|gave|quit|ran|lost|won|became|sold|flew|drove)$/;
/** What somebody only thinks of: "thinking of Lisbon". */
const THOUGHT_VERB = /^(?:thinking|thought|dreaming|daydreaming|talking|talked)$/;
/** "not only", and questions that mean yes. */
const NO_NEGATION_BEFORE = /^(?:only|just|sure)$/;

/** Words of a sentence, by what keeps them from being believed. */
export interface NonFactualTokens {
  /** In a question, a condition, hearsay, doubt or a quotation, or a slip that the sentence corrects. */
  readonly nonFactual: ReadonlySet<Token>;
  /** Behind a negation of their clause, or only thought of. */
  readonly negated: ReadonlySet<Token>;
}

/**
 * What a sentence does not claim, by the rules that patterns obey: a model that was trained on few thousand turns learns
 * what is said, but not surely that it is denied or only asked.
 * @param names the names in the sentence, in order
 */
export function nonFactualTokens(tokens: readonly Token[], names: readonly NameSpan[]): NonFactualTokens {
  const items = itemsOf(tokens, names);
  const claimed = removeReparanda(items);
  const kept = new Set(claimed);
  const unclaimedAt = nonFactualItems(claimed);
  const unclaimed = [...items.filter((item) => !kept.has(item)), ...claimed.filter((_, i) => unclaimedAt[i])];
  return { nonFactual: tokensOf(tokens, unclaimed), negated: tokensOf(tokens, deniedItems(claimed)) };
}

function deniedItems(items: readonly Item[]): Item[] {
  return items.flatMap((_, i) => {
    const [word, next] = [wordAt(items, i), wordAt(items, i + 1)];
    const denies = NEGATION.test(word) ? !NO_NEGATION_BEFORE.test(next) : APPROXIMATOR.test(word) && PAST.test(next);
    if (denies) return items.slice(i + 1, clauseEnd(items, i));
    const thought = items[i + 2];
    const isThought = THOUGHT_VERB.test(word) && /^(?:of|about)$/.test(next) && (thought?.name ?? null) !== null;
    return isThought && thought ? [thought] : [];
  });
}

function tokensOf(tokens: readonly Token[], items: readonly Item[]): ReadonlySet<Token> {
  return new Set(items.flatMap(({ first, last }) => tokens.slice(first, last + 1)));
}
