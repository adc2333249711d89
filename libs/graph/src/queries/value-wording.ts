import { JOB_QUALIFIERS, JOBS, OFFICES } from '#lexicon/jobs.js';
import { NATIONALITIES } from '#lexicon/nationalities.js';
import { STATES } from '#lexicon/states.js';
import { isDetermined, isPerfect, lowerFirst, shapeOf, withArticle, withInfinitive } from './value-shapes.js';

/** What a sentence says of its subject: a verb phrase, or a label with a value that fits no verb phrase. */
export type Predication = { readonly verb: string } | { readonly label: string; readonly value: string };

const AGENT =
  /(?:er|or|ist|ian|ant|man|woman|person|wright|smith|nurse|head|lead|boss|cook|chef|guide|vet|aide|clerk|pilot|judge)$/i;
const CONDITION_ADJECTIVES =
  /^(?:(?:partially|profoundly|severely|legally|partly|very|nearly|red-green) )?(?:deaf|blind|diabetic|asthmatic|epileptic|autistic|dyslexic|dyspraxic|coeliac|celiac|anaemic|anemic|colou?r[- ]?blind|pregnant|hard of hearing|short-sighted|long-sighted|bipolar|bedridden|paraly[sz]ed|lactose[- ]intolerant|immunocompromised|hypertensive)\b/i;
const COUNTED_CONDITION =
  /(?:limp|hernia|stoma|pacemaker|cold|fever|migraine|back|knee|hip|shoulder|ankle|wrist|elbow|arm|leg|foot|finger|toe|rib|neck|nose|disc|murmur|allergy|tumou?r|ulcer|rash|stammer|stutter|lisp|cataract|concussion|infection|fracture|sprain|strain|tear|condition|disorder|ligament|tendon|cough|transplant|implant|bladder|deficiency)$/i;
const DIET_ADJECTIVES =
  /^(?:(?:an? )?(?:strict(?:ly)? )?(?:vegan|vegetarian|pescatarian|flexitarian)|gluten[- ]free|dairy[- ]free|lactose[- ]intolerant|off \p{L}+|on (?:an?|the) .+)$/iu;
const NATIONALITY_NOUNS =
  /(?:man|woman|citizen|national|swede|dane|finn|scot|turk|pole|spaniard|serb|croat|brit|briton|kiwi|aussie|resident)$/i;
const STATUS_NOUNS =
  /(?:^|\s)(?:widow|widower|bachelor|pensioner|student|parent|member|director|citizen|refugee|veteran)$/i;
const UNITS = /\d\s*(?:m|cm|ft|feet|foot|'|"|in|inches|metres|meters)|\b(?:foot|feet|metres?|meters?)\b/i;

const WORDED: Readonly<Record<string, (value: string) => Predication>> = {
  occupation: (value) => asVerb(value) ?? job(value) ?? labelled('occupation', value),
  status: (value) => status(value) ?? asVerb(value) ?? labelled('status', value),
  age: (value) => {
    if (/^\d+$|^[\p{L}-]+$/u.test(value)) return { verb: `is ${lowerFirst(value)} years old` };
    return { verb: `is ${/^\d+ (?:weeks?|months?|years?)$/.test(value) ? `${value} old` : lowerFirst(value)}` };
  },
  allergic_to: (value) => ({ verb: `is allergic to ${allergen(value)}` }),
  nationality: (value) => ({ verb: `is ${NATIONALITY_NOUNS.test(value) ? withArticle(value) : capitalized(value)}` }),
  height: (value) => (UNITS.test(value) ? { verb: `is ${lowerFirst(value)} tall` } : labelled('height', value)),
  diet: (value) =>
    DIET_ADJECTIVES.test(value)
      ? { verb: `is ${lowerFirst(value)}` }
      : (perfect(value) ?? asVerb(value) ?? labelled('diet', value)),
  has_condition: (value) => {
    if (CONDITION_ADJECTIVES.test(value)) return { verb: `is ${lowerFirst(value)}` };
    if (isPerfect(value)) return { verb: `has ${lowerFirst(value)}` };
    if (/^(?:do not|don't) /i.test(value))
      return { verb: value.replace(/^do not/i, 'does not').replace(/^don't/i, "doesn't") };
    if (shapeOf(value) === 'base') return labelled('condition', value);
    return asVerb(value) ?? { verb: `has ${COUNTED_CONDITION.test(value) ? withArticle(value) : value}` };
  },
  has_skill: (value) => {
    const shape = shapeOf(value);
    if (shape === 'base') return { verb: `can ${lowerFirst(value)}` };
    if (shape === 'past') return { verb: lowerFirst(value) };
    if (shape === 'third-person') return { verb: lowerFirst(value) };
    return /^[\p{Ll} ]+(?:er|ist|or)$/u.test(value)
      ? { verb: `is ${withArticle(value)}` }
      : { verb: `is good at ${value}` };
  },
  hobby: (value) =>
    asVerb(value) ?? (shapeOf(value) === 'base' ? labelled('hobby', value) : { verb: `'s hobby is ${value}` }),
  prefers: (value) => ({ verb: shapeOf(value) === 'base' ? `prefers: ${value}` : `prefers ${value}` }),
  favourite: (value) => ({ verb: `has a favourite: ${value}` }),
  has: (value) => asVerb(value) ?? { verb: `has ${withArticle(value)}` },
  did: (value) => asVerb(withoutToday(value.replace(/^(?:i|we)\s+/i, ''))) ?? { verb: `did this: ${value}` },
  plans: (value) => plan(value.replace(/^(?:i|we)(?:'ll| will| am going to|'m going to)?\s+|^(?:to|will)\s+/i, '')),
  instruction: (value) => ({ verb: `asks: ${value}` }),
};

/** Words a value as a predication of its predicate; null if the predicate has a fixed verb for every value. */
export function wordValue(predicate: string, value: string): Predication | null {
  return Object.hasOwn(WORDED, predicate) ? (WORDED[predicate]?.(value) ?? null) : null;
}

function labelled(label: string, value: string): Predication {
  return { label, value };
}

/** A value that is a verb phrase itself: "teaches history", "sold their car". */
function asVerb(value: string): Predication | null {
  const shape = shapeOf(value);
  return shape === 'third-person' || shape === 'past' ? { verb: lowerFirst(value) } : null;
}

function perfect(value: string): Predication | null {
  return isPerfect(value) ? { verb: `has ${lowerFirst(value)}` } : null;
}

function job(value: string): Predication | null {
  const head = headOf(value.split(',')[0] ?? '');
  const isJob = JOBS.has(head) || OFFICES.has(head) || AGENT.test(head);
  const words = withoutCapital(value);
  if (/^(?:head|dean|vice[- ]president|director|chair) of /i.test(value)) return { verb: `works as ${words}` };
  return isJob || isDetermined(value) ? { verb: `works as ${withArticle(words)}` } : null;
}

function status(value: string): Predication | null {
  const words = value.toLowerCase();
  if (STATUS_NOUNS.test(words)) return { verb: `is ${withArticle(lowerFirst(value))}` };
  if (STATES.has(words) || /^(?:on|off|out|in|between|at|away|abroad|not|no longer|newly|banned)\b/.test(words))
    return { verb: `is ${lowerFirst(value)}` };
  const isOffice = OFFICES.has(headOf(words)) || JOBS.has(headOf(words));
  const isRank = isOffice || /^(?:head|dean|vice|deputy|acting|interim)\b/.test(words);
  return isRank ? { verb: `is ${withoutCapital(value)}` } : null;
}

/** Last word of a noun phrase before what qualifies it, in lower case. */
function headOf(phrase: string): string {
  const core = phrase.replace(/\s(?:of|for|in|at|with|to)\s.*$/i, '');
  return core.split(' ').at(-1)?.toLowerCase() ?? '';
}

function plan(value: string): Predication {
  const shape = shapeOf(value);
  if (shape === 'gerund') return { verb: `plans on ${lowerFirst(value)}` };
  if (/^(?:an?|the|my|our|his|her|their|two|three)\s/i.test(value)) return { verb: `plans ${value}` };
  if (shape === 'base' || shape === 'third-person') return { verb: `plans to ${withInfinitive(lowerFirst(value))}` };
  return labelled('plan', value);
}

/** A deed without a day that is meant from when it was told: a prompt that quotes it has another "today". */
function withoutToday(value: string): string {
  return value.replace(/,? (?:today|yesterday|tonight|just now|this (?:morning|afternoon|evening)|last night)$/i, '');
}

/** Words before the name of a job that are no names themselves. */
const JOB_ADJECTIVES = new Set([
  ...JOB_QUALIFIERS,
  'station',
  'council',
  'opposition',
  'full-stack',
  'tech',
  'facilities',
  'practice',
  'party',
  'owner',
]);

/** A job or office as it stands inside a sentence: a capital that only begins a line or cell is none of a name. */
function withoutCapital(value: string): string {
  const [first = '', ...others] = value.split(' ');
  const word = first.toLowerCase();
  const isWord = JOB_ADJECTIVES.has(word) || JOBS.has(word) || OFFICES.has(word);
  return isWord && others.every((other) => other === other.toLowerCase()) && !/\p{Lu}{2}/u.test(first)
    ? lowerFirst(value)
    : value;
}

/** Things to which many are allergic, that stand in the plural: "allergic to nuts". */
const COUNTED_ALLERGENS =
  /^(?:nut|peanut|cashew|walnut|almond|hazelnut|egg|prawn|mussel|cat|dog|horse|bee|wasp|bee sting|wasp sting|tomato|mushroom|lentil)$/i;

function allergen(value: string): string {
  return COUNTED_ALLERGENS.test(value) ? `${value}${/tomato$/i.test(value) ? 'es' : 's'}` : value;
}

function capitalized(value: string): string {
  return NATIONALITIES.has(value) ? value.slice(0, 1).toUpperCase() + value.slice(1) : value;
}
