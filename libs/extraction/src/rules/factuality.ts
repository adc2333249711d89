import { type Item, wordAt } from './language/items.js';

/** Words that take their clause and all that follows: conditions, wishes, hearsay, doubt. */
const SENTENCE_SCOPE_MARKER =
  /^(?:if|unless|whether|wish|wishes|apparently|supposedly|allegedly|reportedly|rumor|rumour|rumors|rumours|imagine|suppose|pretend|joking|dream|dreams)$/;
/** Words that take only their own clause. */
const CLAUSE_SCOPE_MARKER = /^(?:maybe|perhaps|probably|might|could|would|should|'d)$/;
const HEARSAY_VERBS = /^(?:heard|guess|thought|doubt|dreamt|dreamed|bet)$/;
const QUESTION_STARTS =
  /^(?:do|does|did|is|are|was|were|have|has|had|can|could|will|would|should|may|am|what|where|when|why|who|whose|which|how|right|no|any|ca|wo|huh)$/;
const CLAUSE_BREAK = /^(?:[,;:.!()–—-]|but|and|so|because)$/;

/**
 * Marks the items of a sentence that claim nothing: questions, conditions, hearsay, doubt and quotations.
 * A trailing doubt ("…, apparently") takes the whole sentence.
 */
export function nonFactualItems(items: readonly Item[]): readonly boolean[] {
  const unclaimed = quotedItems(items);
  if (endsInQuestion(items)) unclaimed.fill(true, statementBeforeQuestion(items));
  for (let i = 0; i < items.length; i++) {
    const word = wordAt(items, i);
    const takesRest = SENTENCE_SCOPE_MARKER.test(word) || isHearsay(items, i);
    if (!takesRest && (!CLAUSE_SCOPE_MARKER.test(word) || wordAt(items, i + 1) === 'rather')) continue;
    const from = isTrailing(items, i) && i - clauseStart(items, i) < 3 ? 0 : clauseStart(items, i);
    unclaimed.fill(true, from, takesRest ? items.length : clauseEnd(items, i));
  }
  return unclaimed;
}

/** First item of the clause that holds item `i`. */
export function clauseStart(items: readonly Item[], i: number): number {
  for (let k = i; k > 0; k--) {
    if (CLAUSE_BREAK.test(wordAt(items, k - 1))) return k;
  }
  return 0;
}

/** One past the last item of the clause that holds item `i`. */
export function clauseEnd(items: readonly Item[], i: number): number {
  for (let k = i + 1; k < items.length; k++) {
    if (CLAUSE_BREAK.test(wordAt(items, k))) return k;
  }
  return items.length;
}

/** Items between quotation marks: others' words. A short quotation is a name or a title. */
function quotedItems(items: readonly Item[]): boolean[] {
  const quoted = new Array<boolean>(items.length).fill(false);
  let open = -1;
  for (let i = 0; i < items.length; i++) {
    if (!/^["“”„«»]$/.test(wordAt(items, i))) continue;
    if (open < 0) {
      open = i;
      continue;
    }
    if (i - open > 3) quoted.fill(true, open, i + 1);
    open = -1;
  }
  return quoted;
}

function endsInQuestion(items: readonly Item[]): boolean {
  return items.slice(-4).some((item) => item.word === '?');
}

/** "I work at Acme, do you know it?" claims up to the comma. */
function statementBeforeQuestion(items: readonly Item[]): number {
  if (QUESTION_STARTS.test(wordAt(items, 0))) return 0;
  for (let i = items.length - 2; i > 2; i--) {
    const next = wordAt(items, i + 1);
    if (/^[,;:–—-]$/.test(wordAt(items, i)) && QUESTION_STARTS.test(next)) return i;
  }
  return 0;
}

function isHearsay(items: readonly Item[], i: number): boolean {
  const word = wordAt(items, i);
  const before = wordAt(items, i - 1);
  if (HEARSAY_VERBS.test(word)) return /^(?:i|we|'ve|have)$/.test(before);
  if (/^(?:say|says)$/.test(word)) return /^(?:they|people|everyone|rumour|rumor)$/.test(before);
  return word === 'jk' && i > 0;
}

/** The last word of a sentence. */
function isTrailing(items: readonly Item[], i: number): boolean {
  return i > 0 && items.slice(i + 1).every((item) => item.name === null && !/\p{L}/u.test(item.word));
}
