import type { MentionCandidate } from './turn-window.js';

/** Maximum number of line breaks between somebody and a phone number of theirs, as in a signature. */
const MAX_LINES = 3;
const MIN_PART = 3;

/**
 * Whether an address or a number may be of whom the model says: an e-mail address has a part of the name, or none of
 * another's and stands in the line of the name; in a mail, that of another stands one line above or below.
 * @param value the address or number, between which and the name stands the text `between`
 * @param others names of other persons in the text
 */
export function mayBeContactOf(
  { name, isSpeaker }: Pick<MentionCandidate, 'name' | 'isSpeaker'>,
  predicate: 'email' | 'phone',
  { value, between, others }: { readonly value: string; readonly between: string; readonly others: readonly string[] },
): boolean {
  const lines = between.split('\n').length - 1;
  if (predicate === 'phone') return isSpeaker || lines <= MAX_LINES;
  if (hasPartOf(name, value)) return true;
  return (isSpeaker || lines === 0) && !others.some((other) => hasPartOf(other, value));
}

/** Whether the local part of an address has a word of a name: "i.brandt". */
function hasPartOf(name: string, address: string): boolean {
  const local = address.toLowerCase().split('@', 1)[0] ?? '';
  return name
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((part) => part.length >= MIN_PART && local.includes(part));
}
