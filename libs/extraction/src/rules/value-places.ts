import type { RuleClaim } from './language/claim-rule.js';
import type { Item } from './language/items.js';
import type { ValueMatch } from './values.js';

/** Whether a rule takes a value that it found, by what it says and where it stands. */
export function mayTake(items: readonly Item[], rule: RuleClaim, value: ValueMatch): boolean {
  const { object } = value;
  if (object.kind === 'value' && rule.notValues?.has(String(object.value.value).toLowerCase()) === true) return false;
  return rule.adjoining !== true || isAdjoining(items, value.items[0]);
}

/** Words right behind which a value says what somebody is. */
const BEFORE_TITLE = /^(?:[,(–—:-]|'m|am|'s|is|'re|are|was|were|been|now|also|still|currently|retired|former|ex)$/;

function isAdjoining(items: readonly Item[], start: number): boolean {
  const before = items[start - 1];
  if (before === undefined || before.name !== null) return true;
  // "Ana's deputy" is somebody else.
  return BEFORE_TITLE.test(before.word) && !(before.word === "'s" && items[start - 2]?.name);
}
