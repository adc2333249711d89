import { type Item, wordAt } from '../language/items.js';
import { clauseEnd } from './clauses.js';
import { PAST_FORMS_OF_CHANGE } from '#lexicon/verbs.js';

const NEGATION =
  /^(?:not|n't|never|neither|nor|nobody|none|without|no|dont|doesnt|didnt|isnt|arent|wasnt|werent|aint|cant|wont|havent|hasnt|hardly)$/;
/** Words after which a negation denies nothing: "not only", "no longer" is an end, "no problem". */
const NO_NEGATION_BEFORE = /^(?:only|just|sure|longer|problem|worries|doubt|wonder|matter|idea|more)$/;
/** A word that begins a clause after the interjection "no": "no i live here". */
const AFTER_INTERJECTION = /^(?:i|he|she|we|they|it|you|but|yes|no|way)$/;
/** Adverbs that negate a past verb: "nearly moved". */
const APPROXIMATOR = /^(?:nearly|almost)$/;
/** Verbs whose object is only thought of: "thinking of Lisbon". */
const THOUGHT_VERB = /^(?:thinking|thought|dreaming|daydreaming|talking|talked|considering|considered)$/;

/** Marks items that a sentence denies: those after a negation in its clause, or what is only thought of. */
export function negatedItems(items: readonly Item[]): readonly boolean[] {
  const negated = new Array<boolean>(items.length).fill(false);
  for (let i = 0; i < items.length; i++) {
    if (isNegation(items, i)) negated.fill(true, i + 1, clauseEnd(items, i));
    const thought = thoughtOf(items, i);
    if (thought !== null) negated[thought] = true;
  }
  return negated;
}

/** Whether item `i` negates what follows it. */
export function isNegation(items: readonly Item[], i: number): boolean {
  const [word, next] = [wordAt(items, i), wordAt(items, i + 1)];
  if (APPROXIMATOR.test(word)) return PAST_FORMS_OF_CHANGE.has(next) || /ed$/.test(next);
  if (/^(?:instead|rather)$/.test(word)) return next === 'of' || (word === 'rather' && next === 'than');
  if (!NEGATION.test(word) || NO_NEGATION_BEFORE.test(next)) return false;
  return word !== 'no' || !AFTER_INTERJECTION.test(next);
}

/** Item that is only thought of by the verb at item `i`, or null. */
function thoughtOf(items: readonly Item[], i: number): number | null {
  if (!THOUGHT_VERB.test(wordAt(items, i))) return null;
  const at = /^(?:of|about)$/.test(wordAt(items, i + 1)) ? i + 2 : /^consider/.test(wordAt(items, i)) ? i + 1 : -1;
  return items[at]?.name ? at : null;
}
