import { removeReparanda } from '../../rules/self-repairs.js';
import { type Item, itemsOf, wordAt } from '../../rules/language/items.js';
import { clauseEnd, nonFactualItems } from '../../rules/factuality.js';
import type { NameSpan } from '../../names/find-names.js';
import type { Token } from '../../text/tokenizer.js';

const NEGATION = /^(?:not|n't|never|neither|nor|nobody|none)$/;
/** Adverbs that negate a past verb: "nearly moved". */
const APPROXIMATOR = /^(?:nearly|almost)$/;
const PAST = /ed$|^(?:went|got|came|took|left|bought|met|made|gave|quit|ran|lost|won|became|sold|flew|drove)$/;
/** Verbs whose object is only thought of: "thinking of Lisbon". */
const THOUGHT_VERB = /^(?:thinking|thought|dreaming|daydreaming|talking|talked)$/;
/** Words after which "not" is no negation: "not only". */
const NO_NEGATION_BEFORE = /^(?:only|just|sure)$/;

/** Tokens of a sentence that are not asserted, by reason. */
export interface NonFactualTokens {
  /** Tokens of a question, condition, hearsay, doubt or quotation, or a reparandum. */
  readonly nonFactual: ReadonlySet<Token>;
  /** Tokens after a negation in their clause, or only thought of. */
  readonly negated: ReadonlySet<Token>;
}

/**
 * Tokens that a sentence does not assert, by the rules that patterns use. A model trained on a few thousand turns does
 * not reliably learn negation and questions.
 * @param names names in the sentence, in order
 */
export function nonFactualTokens(tokens: readonly Token[], names: readonly NameSpan[]): NonFactualTokens {
  const items = itemsOf(tokens, names);
  const withoutReparanda = removeReparanda(items);
  const kept = new Set(withoutReparanda);
  const unclaimedAt = nonFactualItems(withoutReparanda);
  const unclaimed = [...items.filter((item) => !kept.has(item)), ...withoutReparanda.filter((_, i) => unclaimedAt[i])];
  return { nonFactual: tokensOf(tokens, unclaimed), negated: tokensOf(tokens, negatedItems(withoutReparanda)) };
}

function negatedItems(items: readonly Item[]): Item[] {
  return items.flatMap((_, i) => {
    const [word, next] = [wordAt(items, i), wordAt(items, i + 1)];
    const isNegation = NEGATION.test(word)
      ? !NO_NEGATION_BEFORE.test(next)
      : APPROXIMATOR.test(word) && PAST.test(next);
    if (isNegation) return items.slice(i + 1, clauseEnd(items, i));
    const thought = items[i + 2];
    const isThought = THOUGHT_VERB.test(word) && /^(?:of|about)$/.test(next) && (thought?.name ?? null) !== null;
    return isThought && thought ? [thought] : [];
  });
}

function tokensOf(tokens: readonly Token[], items: readonly Item[]): ReadonlySet<Token> {
  return new Set(items.flatMap(({ first, last }) => tokens.slice(first, last + 1)));
}
