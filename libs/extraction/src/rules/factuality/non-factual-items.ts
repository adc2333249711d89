import { type Item, wordAt } from '../language/items.js';
import { isHad } from '../language/verbs.js';
import { clauseEnd, clauseStart } from './clauses.js';
import { questionStart } from './questions.js';

/** Markers whose scope is their clause and the rest of the sentence: conditions, wishes, hearsay, doubt. */
const SENTENCE_SCOPE_MARKER =
  /^(?:if|unless|whether|wish|wishes|apparently|supposedly|allegedly|reportedly|presumably|rumou?rs?|imagine|suppose|supposing|pretend|pretends|pretending|joking|kidding|hypothetically|dream|dreams|jk)$/;
/** Markers whose scope is their own clause. */
const CLAUSE_SCOPE_MARKER = /^(?:maybe|perhaps|probably|possibly|might|could|would|should|'d|either)$/;
const HEARSAY_VERBS = /^(?:heard|guess|thought|doubt|dreamt|dreamed|bet)$/;
/** What others only think or hope; its scope is the rest of the sentence. */
const OPINION_VERBS =
  /^(?:thinks|believes|reckons|suspects|suspected|guesses|assumes|fears|hopes|claims|pretends|imagines|wonders|doubts)$/;
/** What is only wanted or weighed; its scope is the rest of the clause. */
const WISH_VERBS = /^(?:want|wants|wanted|like|love|tempted|dream)$/;
const WEIGHING_VERBS = /^(?:thinking|thought|dreaming|talking|talked|toying|considering|considered|weighing|debating)$/;

/**
 * Marks the non-factual items of a sentence: questions, conditions, hearsay, opinions of others, wishes, doubt and
 * quotations. A marker at the end ("…, apparently") covers the whole sentence.
 */
export function nonFactualItems(items: readonly Item[]): readonly boolean[] {
  const nonFactual = quotedItems(items);
  const question = questionStart(items);
  if (question !== null) nonFactual.fill(true, question.from, question.to);
  for (let i = 0; i < items.length; i++) {
    const scope = scopeOf(items, i);
    if (scope !== null) nonFactual.fill(true, ...scope);
  }
  return nonFactual;
}

/** Marks the items of quotations, whose words are others': not even what they take for granted is told. */
export function quotedItems(items: readonly Item[]): boolean[] {
  const quoted = new Array<boolean>(items.length).fill(false);
  let open = -1;
  for (let i = 0; i < items.length; i++) {
    if (!/^["“”„«»]$/.test(wordAt(items, i))) continue;
    if (open < 0) {
      open = i;
      continue;
    }
    // A short quotation is a name or title.
    if (i - open > 3) quoted.fill(true, open, i + 1);
    open = -1;
  }
  return quoted;
}

/** Scope of a marker at item `i`, end exclusive; null if it is none. */
function scopeOf(items: readonly Item[], i: number): readonly [number, number] | null {
  if (OPINION_VERBS.test(wordAt(items, i)) && i > 0 && hasComplement(items, i)) return [i + 1, items.length];
  if (isWish(items, i)) return [i + 1, clauseEnd(items, i)];
  const coversRest = isMarker(items, i) || isHearsay(items, i);
  if (!coversRest && !isDoubt(items, i)) return null;
  const from = isTrailing(items, i) && i - clauseStart(items, i) < 3 ? 0 : clauseStart(items, i);
  return [from, coversRest ? items.length : clauseEnd(items, i)];
}

/** Whether an item marks its clause and the rest; "not kidding" does not. */
function isMarker(items: readonly Item[], i: number): boolean {
  const word = wordAt(items, i);
  return SENTENCE_SCOPE_MARKER.test(word) && !(/ing$/.test(word) && wordAt(items, i - 1) === 'not');
}

function isDoubt(items: readonly Item[], i: number): boolean {
  const word = wordAt(items, i);
  return CLAUSE_SCOPE_MARKER.test(word) && wordAt(items, i + 1) !== 'rather' && !(word === "'d" && isHad(items, i));
}

/** Whether a clause with a subject follows: "thinks she moved", "suspects that Ana left". */
function hasComplement(items: readonly Item[], i: number): boolean {
  const at = wordAt(items, i + 1) === 'that' ? i + 2 : i + 1;
  return (
    Boolean(items[at]?.name) || /^(?:i|he|she|it|we|they|you|my|our|his|her|their|the|there)$/.test(wordAt(items, at))
  );
}

/** Whether something is only wanted or weighed: "want to move", "thinking of moving", "would love to". */
function isWish(items: readonly Item[], i: number): boolean {
  const [word, next] = [wordAt(items, i), wordAt(items, i + 1)];
  if (word === 'wan' && next === 'na') return true;
  if (word === 'wanna') return true;
  if (WISH_VERBS.test(word) && next === 'to')
    return /^want/.test(word) || /^(?:would|'d|tempted)$/.test(wordAt(items, i - 1));
  if (!WEIGHING_VERBS.test(word)) return false;
  return (
    /^(?:considering|considered|weighing|debating)$/.test(word) ||
    (/^(?:of|about|with)$/.test(next) && /ing$/.test(wordAt(items, i + 2)))
  );
}

function isHearsay(items: readonly Item[], i: number): boolean {
  const word = wordAt(items, i);
  const before = wordAt(items, i - 1);
  const next = wordAt(items, i + 1);
  if (HEARSAY_VERBS.test(word)) return /^(?:i|we|'ve|have)$/.test(before);
  if (/^(?:say|says|reckon)$/.test(word))
    return /^(?:they|people|everyone|everybody|rumour|rumor|folks|some)$/.test(before);
  if (word === 'word') return i === clauseStart(items, i) && (next === 'is' || next === 'has');
  if (word === 'as') return /^(?:though)$/.test(next);
  return word === 'april' && /^fools?$/.test(next);
}

/** Whether an item is the last word of a sentence. */
function isTrailing(items: readonly Item[], i: number): boolean {
  return i > 0 && items.slice(i + 1).every((item) => item.name === null && !/\p{L}/u.test(item.word));
}
