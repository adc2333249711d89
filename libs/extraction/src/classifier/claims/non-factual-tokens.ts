import { removeReparanda } from '../../rules/self-repairs.js';
import { type Item, itemsOf } from '../../rules/language/items.js';
import { negatedItems } from '../../rules/factuality/negated-items.js';
import { nonFactualItems } from '../../rules/factuality/non-factual-items.js';
import { plannedItems } from '../../rules/factuality/planned-items.js';
import type { NameSpan } from '../../names/find-names.js';
import type { Token } from '../../text/tokenizer.js';

/** Tokens of a sentence that are not asserted, by reason. */
export interface NonFactualTokens {
  /** Tokens of a question, condition, hearsay, wish, doubt or quotation, or a reparandum. */
  readonly nonFactual: ReadonlySet<Token>;
  /** Tokens after a negation in their clause, or only thought of. */
  readonly negated: ReadonlySet<Token>;
  /** Tokens of what is still to come. */
  readonly planned: ReadonlySet<Token>;
}

/**
 * Tokens that a sentence does not assert, by the rules that patterns use. A model trained on a few thousand turns does
 * not reliably learn negation and questions.
 * @param names names in the sentence, in order
 */
export function nonFactualTokens(tokens: readonly Token[], names: readonly NameSpan[]): NonFactualTokens {
  const items = itemsOf(tokens, names);
  const said = removeReparanda(items);
  const kept = new Set(said);
  const marked = (marks: readonly boolean[]) => said.filter((_, i) => marks[i]);
  const reparanda = items.filter((item) => !kept.has(item));
  return {
    nonFactual: tokensOf(tokens, [...reparanda, ...marked(nonFactualItems(said))]),
    negated: tokensOf(tokens, marked(negatedItems(said))),
    planned: tokensOf(tokens, marked(plannedItems(said))),
  };
}

function tokensOf(tokens: readonly Token[], items: readonly Item[]): ReadonlySet<Token> {
  return new Set(items.flatMap(({ first, last }) => tokens.slice(first, last + 1)));
}
