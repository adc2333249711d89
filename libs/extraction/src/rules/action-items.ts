import type { ClaimMatch } from './claim-match.js';
import type { StatementClaim } from './language/claim-rule.js';
import { type Item, wordAt } from './language/items.js';
import type { ClaimSource } from './read-sentence.js';
import { readValue } from './values.js';

/** What is claimed of who has a task. */
const TASK: StatementClaim = { predicate: 'plans', value: 'clause', confidence: 0.6 };
const NAMES_TASKS = 'action(?: item)?s?|next steps?|to-?dos?|tasks?|follow-?ups?|open (?:items|tasks|points)';
/** A line above a list of tasks: "## Actions", "Next steps:". */
const HEADING = new RegExp(String.raw`^[\s#*_=-]{0,12}(?:${NAMES_TASKS})[\s:*_=]{0,12}$`, 'i');
/** The same before tasks in one line, of which earlier ones may end: "Actions: Mei – concept. Anil –". */
const LABEL = new RegExp(
  String.raw`^[\s*_-]{0,12}(?:${NAMES_TASKS})[*_]{0,3}:[\s*_]{0,6}(?:.{0,300}[.;]\s{1,3})?$`,
  'i',
);
const OPEN_BOX = /^\s{0,12}(?:[-*+•]\s{0,3})?\[ ?\]\s{0,3}[*_]{0,3}$/;
const BULLET = /^\s{0,12}(?:[-*+•]|\d{1,2}[.)])\s{0,3}[*_]{0,3}$/;
const ANY_BULLET = /^\s{0,12}(?:[-*+•]|\d{1,2}[.)])\s/;
/** Characters of the text above in which the heading of a list is looked for. */
const MAX_ABOVE = 1_500;
const MAX_WORDS = 14;

/** The tasks that a sentence of minutes gives to people: "- [ ] Ana: sign the contract", "Actions: Mei – concept". */
export function actionItems(source: ClaimSource): ClaimMatch[] {
  const { items, text, tokens } = source;
  const at = items.findIndex(({ name }, i) => name !== null && /^(?::|–|—|-)$/.test(behindMarks(items, i + 1).word));
  const owner = items[at]?.name;
  if (!owner || (owner.type !== null && owner.type !== 'person')) return [];
  if (!isTask(text, tokens[owner.first]?.start ?? 0)) return [];
  const start = behindMarks(items, at + 1).at + 1;
  const value = readTask(source, start);
  if (value === null) return [];
  const { name, confidence } = owner;
  const match = { start: at, end: value.items[1], polarity: 'asserted', a: at, b: null, value: value.items } as const;
  const subject = { type: 'person', name, confidence: Math.max(0.7, confidence), item: at } as const;
  return [{ kind: 'statement', rule: TASK, match, subject, value }];
}

/** First word from item `i` that is no mark of emphasis: "**Ana**:". */
function behindMarks(items: readonly Item[], i: number): { readonly word: string; readonly at: number } {
  let at = i;
  while (at < i + 3 && /^[*_]$/.test(wordAt(items, at))) at += 1;
  return { word: wordAt(items, at), at };
}

/** Whether a name at a UTF-16 index owns a task, by what stands before it. */
function isTask(text: string, start: number): boolean {
  const from = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - MAX_ABOVE);
  const before = text.slice(from, start);
  if (OPEN_BOX.test(before) || LABEL.test(before)) return true;
  return BULLET.test(before) && HEADING.test(headingAbove(text, from));
}

/** The nearest line above that is neither blank nor of the list. */
function headingAbove(text: string, lineStart: number): string {
  const lines = text.slice(Math.max(0, lineStart - MAX_ABOVE), Math.max(0, lineStart - 1)).split('\n');
  return lines.findLast((line) => line.trim() !== '' && !ANY_BULLET.test(line)) ?? '';
}

/** What is to be done, without the day by which: "list of interfaces, by 28 January". */
function readTask(source: ClaimSource, start: number) {
  const end = Math.min(source.items.length, start + MAX_WORDS);
  const words = source.items.slice(start, end).map(({ word }) => word);
  if (!words.some((word) => /\p{L}/u.test(word))) return null;
  return readValue(source, 'phrase', [start, end]);
}
