import { NANOS_PER_DAY } from '#contracts/clock.js';
import type { StatementObservation } from '#contracts/observations.js';
import { MONTHS, SEASONS } from '#lexicon/calendar.js';
import { alternation } from '#lexicon/words.js';

/** How long after the day that it names a plan is over: clauses name a day, a month or a season. */
const AFTER_ITS_DAY = 31n;
/** How long after it was told a plan is over that names no time, or one that is soon: "I'll bring the drill back". */
const SOON_AFTER = 31n;
/** How long after it was told a plan is over that names a time from which no date is read: "after the summer". */
const AT_SOME_LATER_TIME = 365n;

/** Words of what is only wished, or for some day: nothing says when that is over. */
const WISHED =
  /\b(?:wants?|wanted|wish(?:es|ing)?|hop(?:es?|ing)|dreams?|dreaming|(?:would|'d|’d) (?:like|love)|intends?|aims?|ambition|goal|plan(?:s|ning)? to|think(?:s|ing)? (?:of|about)|(?:one|some) ?day|eventually|at some point|sooner or later)\b/iu;
/** Words of what is to recur or to last: "on Wednesdays", "from now on". */
const LASTING = /\b(?:every|each|weekly|monthly|from now on|always|never|forever|at least|stay on|keep)\b/iu;
const WEEKDAYS = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b/iu;
/** Words of a time that is past within a month of the telling; "the 13th" is the next one. */
const SOON =
  /\b(?:today|tonight|tomorrow|later|soon|this (?:morning|afternoon|evening|week|weekend)|in a (?:bit|minute)|at the weekend|the [1-3]?\d(?:st|nd|rd|th)(?! (?:floor|grade|year|century|birthday|anniversary|time|hole|edition)))\b/iu;
const LATER = new RegExp(
  `\\b(?:${alternation(MONTHS)}|${alternation(SEASONS)}|christmas|easter|new year|years?|months?|term|semester|next|when|once|after|before|until|till|as soon as)\\b`,
  'iu',
);

/**
 * When a plan is over by its own words, in Unix nanoseconds.
 * Null for a wish, and for what is to recur or to last.
 * @param plan its clause as text; its time: the day that it names, else that of the telling
 * @param toldAt time of the memory
 */
export function endOfPlan({ text, event_at_unix_nanos: time }: StatementObservation, toldAt: bigint): bigint | null {
  const at = BigInt(time);
  if (at > toldAt) return at + AFTER_ITS_DAY * NANOS_PER_DAY;
  if (WISHED.test(text) || LASTING.test(text) || WEEKDAYS.test(text)) return null;
  const isLater = !SOON.test(text) && LATER.test(text);
  return toldAt + (isLater ? AT_SOME_LATER_TIME : SOON_AFTER) * NANOS_PER_DAY;
}
