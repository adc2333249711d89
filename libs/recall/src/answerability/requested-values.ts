import { MONTH_ABBREVIATIONS } from '#lexicon/calendar.js';
import { TENS, UNITS } from '#lexicon/numbers.js';
import { alternation } from '#lexicon/words.js';

/** A kind of value that a question asks for, and a pattern of texts that state one. */
export interface RequestedValue {
  readonly questionPattern: RegExp;
  /** Predicates, without prefix, by which the graph knows the value. */
  readonly predicates?: readonly string[];
  readonly answerPattern: RegExp;
}

/** One to twelve. */
const SMALL = alternation(UNITS.slice(1, 13));
const ROUND = alternation(['fifteen', ...TENS]);
const YEARS = `\\d+|${SMALL}|${ROUND}|\\w+ty|\\w+teen`;
/** A number in digits or words. */
export const NUMBER = new RegExp(`\\d|\\b(?:${SMALL}|dozen|hundred|thousand|half|both|couple|once|twice)\\b`, 'i');

const COUNTED_MONEY = `\\d[\\d.,]*|hundred|thousand|million|${SMALL}|${ROUND}`;
const MONEY =
  'euros?|dollars?|pounds?|quid|bucks?|kr|kroner|kronor|zloty|crowns?|francs?|yen|rupees?|rs|cents?|pesos?|reais|rand|naira|shillings?|usd|eur|gbp|chf|sek|nok|dkk|lakhs?|grand|million|mil|billion|thousand|k|m|pence';
const PER_UNIT = 'an? (?:hour|month|week|night|year|day|head|piece|person|kilo|ticket)|per|each|apiece';

/** Verbs that take an amount of money. */
const PAYING =
  'costs?|pays?|paid|earn|charge|spend|spent|make|made|sell|sold|buy|bought|get|got|raise|donate|owe|borrow|lend|fetch|offer|bid';

/** Nouns for amounts of money. */
export const PRICED_NOUNS =
  'price|cost|salary|rent|fee|budget|wage|pay|income|value|deposit|fine|bill|loan|mortgage|revenue|turnover|profit|premium|hourly rate|daily rate|monthly rate';

const PRICE: RequestedValue = {
  questionPattern: new RegExp(
    [
      `\\bhow much (?:money|is|was|are|were|(?:${PRICED_NOUNS})s?)\\b|\\bhow much (?:do|does|did|will|would|has|have|can)\\b.*\\b(?:${PAYING}|${PRICED_NOUNS}s?)\\b`,
      '\\bhow expensive\\b|^how high is .*(?:fee|rent|price|salary|budget)',
      '^what (?:price|rent|salary|fee|budget|wage)\\b|^what (?:do|does|did|will|would) .*\\b(?:cost|earn|pay|charge|sell for|spend)\\b',
      `^what(?: is| was| are| were|'s) .*\\b(?:${PRICED_NOUNS}|paid)s?\\b`,
    ].join('|'),
    'i',
  ),
  answerPattern: new RegExp(
    [
      '\\p{Sc} ?\\d|\\d ?\\p{Sc}|\\d ?%|\\b\\d[\\d.,]*[km]\\b',
      `\\b(?:${COUNTED_MONEY}|half a|an?|few) (?:${MONEY})\\b`,
      `\\b(?:${MONEY}) ?\\d|\\b\\d{1,3},\\d{3}\\b`,
      `\\b(?:${COUNTED_MONEY}) (?:${PER_UNIT})\\b`,
      '\\b(?:costs?|price|paid|pays?|for|salary|rent|earns?|fee|worth|asks?|charges?|budget|deposit)\\b.{0,30}?\\d',
      '\\bfor free\\b|\\bfree of charge\\b|\\bnothing\\b',
    ].join('|'),
    'iu',
  ),
};

/** Month names: next to one, an ordinal is a day ("April 7th") and not an age ("her 40th"). */
const MONTH = `(?:${alternation(MONTH_ABBREVIATIONS)})\\p{L}{0,16}`;

const AGE: RequestedValue = {
  questionPattern: /\bhow old\b|\bwhat(?: is|'s| was) .*\bage\b|\bwhat age\b/i,
  predicates: ['age', 'birthday'],
  answerPattern: new RegExp(
    [
      `\\b(?:years? old|aged?|born|birthday|turn(?:s|ed|ing)? (?:${YEARS})|(?<!\\b(?:the|${MONTH}) )\\d+(?:st|nd|rd|th)\\b(?! (?:of|${MONTH}))|months? old)`,
      `\\b(?:is|am|are|was|i'?m|s?he'?s|it'?s) (?:only |almost |just |now )?(?:${YEARS})\\b`,
      ', \\d{1,2}(?:[,.]| years?\\b)',
    ].join('|'),
    'iu',
  ),
};

const LENGTH_OF_TIME: RequestedValue = {
  questionPattern: /\bhow long\b/i,
  answerPattern: new RegExp(
    `\\b(?:\\d+|an?|${SMALL}|half|few|couple(?: of)?|several) ?(?:more |full |whole )?(?:sec\\w*|min\\w*|h(?:ou)?rs?|days?|nights?|weeks?|wks?|months?|mths?|years?|yrs?|semesters?|decades?|weekends?)\\b|\\b(?:since|until|till?|forever|rest of the)\\b|\\bfor (?:years|months|weeks|ages|ever)|\\b(?:all|whole) (?:day|night|week|summer|winter|year)`,
    'i',
  ),
};

const MEASURE: RequestedValue = {
  questionPattern:
    /\bhow (?:far|tall|big|large|high|heavy|fast|often|deep|wide)\b|\b(?:weight|weigh|height|size|score|rating|nps|percent\w*|distance)\b|^what is .*\bnumber\b/i,
  answerPattern: NUMBER,
};

const PHONE: RequestedValue = {
  questionPattern: /^what(?: is|'s)\b.*\b(?:(?:phone|telephone|mobile|cell) number|'s number)\b/i,
  predicates: ['phone'],
  answerPattern: /\d(?:[ ./-]?\d){5}/,
};

/** Words behind which a code or number stands that somebody or something has. */
const NUMBERED =
  'account|bank|order|customer|invoice|ticket|policy|passport|serial|registration|membership|reference|licen[cs]e';

const IDENTIFIER: RequestedValue = {
  questionPattern: new RegExp(
    `\\b(?:${NUMBERED}) (?:number|no|id|code)\\b|\\b(?:pin|passcode|password|postcode|zip code|iban)\\b|^what(?: is|'s| was) .*\\bcode (?:of|for|to)\\b|\\b(?:door|gate|entry|alarm|safe) code\\b`,
    'i',
  ),
  // A run of digits, or of capitals and digits, that is no year; what a password is cannot be told by its form.
  answerPattern:
    /(?<![\d:.,/-])(?!(?:19|20)\d\d\b)\d{4,}|\b[A-Z]{1,4}[ -]?\d[A-Z\d-]+\b|\b(?:[Cc]ode|PIN|[Pp]in|[Nn]umber|[Nn]o\.|I[Dd]|IBAN)\b\W{0,3}(?:is |was |for |to |of |the |my ){0,3}\W?[A-Z\d][\d-]+|\b[Pp]ass(?:word|code)\b/,
};

/** Values that are recognizable in a text by their form. */
export const VALUES = {
  price: PRICE,
  age: AGE,
  lengthOfTime: LENGTH_OF_TIME,
  measure: MEASURE,
  phone: PHONE,
  identifier: IDENTIFIER,
} as const;
export const REQUESTED_VALUES: readonly RequestedValue[] = Object.values(VALUES);

/** Words that ask for a value without saying of what. */
export const VALUE_WORDS =
  'much many cost price pay paid earn rent salary charge worth money sell spend old age long far tall big large high heavy fast often deep wide phone number';
