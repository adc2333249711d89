import { type Item, wordAt } from '../language/items.js';
import { clauseEnd } from './clauses.js';

const QUESTION_STARTS =
  /^(?:do|does|did|is|are|was|were|have|has|had|can|could|will|would|should|may|am|what|where|when|why|who|whose|which|how|right|no|any|ca|wo|huh)$/;
/** Auxiliaries that begin a question before a subject. */
const AUXILIARY = /^(?:do|does|did|is|are|was|were|have|has|can|could|will|would|should|am)$/;
const SUBJECT = /^(?:i|u|you|he|she|we|they|ya|anyone|anybody)$/;
const INTERROGATIVE = /^(?:what|where|who|why|how|which|whose|wheres|whos|whats|hows)$/;

/** Items of a question, end exclusive; null if the sentence asks nothing. */
export function questionStart(items: readonly Item[]): { readonly from: number; readonly to: number } | null {
  if (items.slice(-4).some((item) => item.word === '?'))
    return { from: statementBeforeQuestion(items), to: items.length };
  return isUnmarkedQuestion(items) ? { from: 0, to: clauseEnd(items, 0) } : null;
}

/** Whether a sentence asks without a question mark: "do i have asthma or just a cold", "whats the number of Ana". */
function isUnmarkedQuestion(items: readonly Item[]): boolean {
  const at = /^(?:so|and|but|ok|okay|hey|also)$/.test(wordAt(items, 0)) ? 1 : 0;
  const [word, next] = [wordAt(items, at), wordAt(items, at + 1)];
  // "Can you believe it" asks nothing.
  if (AUXILIARY.test(word) && SUBJECT.test(next)) return wordAt(items, at + 2) !== 'believe';
  return INTERROGATIVE.test(word) && (AUXILIARY.test(next) || next === "'s" || /s$/.test(word)) && word !== 'us';
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
