import { type Item, wordAt } from './language/items.js';

/** Markers whose scope is their clause and the rest of the sentence: conditions, wishes, hearsay, doubt. */
const SENTENCE_SCOPE_MARKER =
  /^(?:if|unless|whether|wish|wishes|apparently|supposedly|allegedly|reportedly|rumor|rumour|rumors|rumours|imagine|suppose|pretend|joking|dream|dreams)$/;
/** Markers whose scope is their own clause. */
const CLAUSE_SCOPE_MARKER = /^(?:maybe|perhaps|probably|might|could|would|should|'d)$/;
const HEARSAY_VERBS = /^(?:heard|guess|thought|doubt|dreamt|dreamed|bet)$/;
const QUESTION_STARTS =
  /^(?:do|does|did|is|are|was|were|have|has|had|can|could|will|would|should|may|am|what|where|when|why|who|whose|which|how|right|no|any|ca|wo|huh)$/;
const CLAUSE_BREAK = /^(?:[,;:.!()–—-]|but|and|so|because)$/;

/**
 * Marks the non-factual items of a sentence: questions, conditions, hearsay, doubt and quotations. A marker at the end
 * ("…, apparently") covers the whole sentence.
 */
export function nonFactualItems(items: readonly Item[]): readonly boolean[] {
  const nonFactual = quotedItems(items);
  if (endsInQuestion(items)) nonFactual.fill(true, statementBeforeQuestion(items));
  for (let i = 0; i < items.length; i++) {
    const word = wordAt(items, i);
    const coversRest = SENTENCE_SCOPE_MARKER.test(word) || isHearsay(items, i);
    if (!coversRest && (!CLAUSE_SCOPE_MARKER.test(word) || wordAt(items, i + 1) === 'rather')) continue;
    const from = isTrailing(items, i) && i - clauseStart(items, i) < 3 ? 0 : clauseStart(items, i);
    nonFactual.fill(true, from, coversRest ? items.length : clauseEnd(items, i));
  }
  return nonFactual;
}

/** First item of the clause that contains item `i`. */
export function clauseStart(items: readonly Item[], i: number): number {
  for (let k = i; k > 0; k--) {
    if (CLAUSE_BREAK.test(wordAt(items, k - 1))) return k;
  }
  return 0;
}

/** Index after the last item of the clause that contains item `i`. */
export function clauseEnd(items: readonly Item[], i: number): number {
  for (let k = i + 1; k < items.length; k++) {
    if (CLAUSE_BREAK.test(wordAt(items, k))) return k;
  }
  return items.length;
}

/** Items between quotation marks: other people's words. A short quotation is a name or title. */
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

/** Index of the comma before a trailing question: "I work at Acme, do you know it?" asserts up to it. */
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

/** Whether an item is the last word of a sentence. */
function isTrailing(items: readonly Item[], i: number): boolean {
  return i > 0 && items.slice(i + 1).every((item) => item.name === null && !/\p{L}/u.test(item.word));
}
