import type { MentionCandidate } from './turn-window.js';

/** Maximum number of line breaks between somebody and a phone number of theirs, as in a signature. */
const MAX_LINES = 3;
const MIN_PART = 3;

/**
 * Whether an address or a number may be of whom the model says: an e-mail address has a part of the name, or stands in
 * the line of the name; in a mail, that of another stands one line above or below.
 * @param between the text between the name and the value
 */
export function mayBeContactOf(
  { name, isSpeaker }: Pick<MentionCandidate, 'name' | 'isSpeaker'>,
  predicate: 'email' | 'phone',
  value: string,
  between: string,
): boolean {
  if (isSpeaker) return true;
  const lines = between.split('\n').length - 1;
  if (predicate === 'phone') return lines <= MAX_LINES;
  return lines === 0 || hasPartOf(name, value);
}

/** Whether the local part of an address has a word of a name: "i.brandt". */
function hasPartOf(name: string, address: string): boolean {
  const local = address.toLowerCase().split('@', 1)[0] ?? '';
  return name
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((part) => part.length >= MIN_PART && local.includes(part));
}
