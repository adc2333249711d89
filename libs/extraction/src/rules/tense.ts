import { IRREGULAR_PAST_FORMS } from '#lexicon/verbs.js';
import { alternation } from '#lexicon/words.js';

/** Temporal direction of a clause, relative to the time of the memory. */
export type Tense = 'past' | 'future';

const SINCE = /\b(?:since|ago)\b/i;
const FUTURE =
  /\b(?:will|wo|shall|going to|gonna|plan|plans|planning|planned|hope|hopes|hoping|want|wants|wanna|about to|booked|due|upcoming|tomorrow|soon|(?:am|is|are) (?:\p{L}+ly |just )?\p{L}+ing)\b|['’]ll\b|['’](?:m|re|s) (?:just )?\p{L}+ing\b/iu;
const PAST = new RegExp(`\\b(?:${alternation(IRREGULAR_PAST_FORMS)}|back in|used to|back from|\\p{L}{2,}ed)\\b`, 'iu');

/** Whether a clause is about the past or the future; null if unclear. */
export function tenseOf(clause: string): Tense | null {
  if (SINCE.test(clause)) return 'past';
  if (FUTURE.test(clause)) return 'future';
  return PAST.test(clause) ? 'past' : null;
}
