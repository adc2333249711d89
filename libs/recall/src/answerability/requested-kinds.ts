import { STOP_WORDS } from '#search/terms/stop-words.js';
import { ATTRIBUTES } from './requested-attributes.js';
import { NUMBER, VALUES } from './requested-values.js';

/** A sentence, the names of the entities of its memory, and the folded words of the question. */
export interface HitSentence {
  readonly text: string;
  readonly entityNames: readonly string[];
  readonly questionWords: ReadonlySet<string>;
}

/** A kind of answer that a question asks for, by its form. */
export interface RequestedKind {
  readonly questionPattern: RegExp;
  /** Relation types and predicates, without prefix, by which the graph knows the answer. */
  readonly predicates: readonly string[];
  /** Whether a sentence may state such an answer: true rather too often than too seldom. */
  readonly isStatedIn: (sentence: HitSentence) => boolean;
}

const PLACE_NOUN =
  /\b(?:home|here|abroad|upstairs|downstairs|outside|inside|under|behind|garden|kitchen|office|beach|hospital|room|shed|garage|street|village|town|city|country)\b/i;
const CAPITALIZED = /(?<=[\p{L}\p{N},;:)"'“—–-] |[“"(@])\p{Lu}[\p{L}\p{M}'’-]+/gu;
const PRONOUN = /^I(?:['’]|$)/;

/** In order of precedence: the first kind whose pattern matches is the one. */
const KINDS: readonly RequestedKind[] = [
  kind(VALUES.price.questionPattern, [], VALUES.price.answerPattern),
  kind(
    VALUES.age.questionPattern,
    ['age', 'birthday'],
    VALUES.age.answerPattern,
    /\bdob\b|\b(?:at|is|was|turned) \d{1,2}\b(?!:)|\d{1,2} ?(?:yo|y|yrs?|w|m)\b|-year-old|[,.(] ?\d{1,3}[.)]/i,
  ),
  kind(
    VALUES.lengthOfTime.questionPattern,
    [],
    VALUES.lengthOfTime.answerPattern,
    /\b(?:back (?:on|in|by)|lasted|(?:the|a|last|next) (?:month|year|week|fortnight|day|night|hour)|fortnight|spring|summer|autumn|winter|easter|christmas)\b|\d{1,6} ?(?:h|d|min|s|mos?|yrs?)\b|\d{1,2}\/\d{1,2}|\d{4}-\d\d/i,
  ),
  kind(/\bhow (?:many|much)\b/i, [], NUMBER),
  kind(VALUES.measure.questionPattern, ['height'], NUMBER),
  kind(VALUES.identifier.questionPattern, [], VALUES.identifier.answerPattern),
  kind(VALUES.phone.questionPattern, ['phone'], VALUES.phone.answerPattern),
  kind(/\be-?mail\b|\bmail address\b/i, ['email'], /@|e-?mail/i),
  kind(ATTRIBUTES.occupation.questionPattern, ATTRIBUTES.occupation.predicates, ATTRIBUTES.occupation.answerPattern),
  kind(ATTRIBUTES.studies.questionPattern, ['studied_at'], ATTRIBUTES.studies.answerPattern),
  kind(ATTRIBUTES.birthday.questionPattern, ['birthday', 'age'], ATTRIBUTES.birthday.answerPattern, /\bdob\b/i),
  kind(ATTRIBUTES.colour.questionPattern, [], ATTRIBUTES.colour.answerPattern),
  kind(ATTRIBUTES.breed.questionPattern, [], ATTRIBUTES.breed.answerPattern),
  kind(ATTRIBUTES.language.questionPattern, ['speaks', 'instruction'], ATTRIBUTES.language.answerPattern),
  kind(
    /\bwhere(?:'s| is| are| do| does| did)?\b.*\b(?:liv(?:e|es|ed|ing)|based|home|reside|address)\b|\bwho lives\b|\bwhich (?:city|town|village|street)\b.*\blive/i,
    ['lives_in', 'located_in'],
    /\b(?:liv(?:e|es|ed|ing)|mov(?:e|es|ed|ing)|flat|house|home|apartment|address|based|settled|shifted|sleeps?|rooms?|lodg\w*|stay(?:s|ing|ed)?|villa|street|road|lane|avenue|cottage|rent(?:s|ed)?|neighbou?r\w*|tenant|town|upstairs|landlord|housemate|flatmate|resident)\b/i,
  ),
  kind(
    /\bnationality\b|\b(?:which|what) country\b|\bwhere (?:is|are|was|were|does|do) .*\b(?:from|born)\b/i,
    ['nationality', 'born_in'],
    /\b(?:from|born|raised|grew up|native|citizen)\b|\b\p{Lu}\p{L}+(?:ish|ese|ian|ean|ch)\b/u,
  ),
  kind(
    /\b(?:married|wife|husband|spouse|partner)\b/i,
    ['spouse_of', 'status'],
    /\b(?:wife|husband|marri\w+|spouse|partner|wedding|divorc\w*|girlfriend|boyfriend|fianc\w+|widow\w*|engaged|better half|in-laws?|wed)\b/i,
  ),
  kind(
    /\b(?:children|kids?|child|son|daughter|baby|babies)\b/i,
    ['parent_of', 'family_of'],
    /\b(?:child\w*|kids?|sons?|daughters?|bab(?:y|ies)|boys?|girls?|twins|toddler|grade|mums?|moms?|dads?|father|mother|parents?|born|school|little)\b/i,
  ),
  {
    questionPattern: /^(?:who|whom|whose)\b|\bwho (?:is|was|are)\b|\bnames?\b|\bcalled\b/i,
    predicates: [],
    isStatedIn: hasOtherName,
  },
  {
    questionPattern: /^where\b/i,
    predicates: [],
    isStatedIn: (sentence) => hasOtherName(sentence) || PLACE_NOUN.test(sentence.text),
  },
];

/** The kind of answer that a question asks for; null if its form does not say. */
export function requestedKind(question: string): RequestedKind | null {
  return KINDS.find(({ questionPattern }) => questionPattern.test(question)) ?? null;
}

function kind(questionPattern: RegExp, predicates: readonly string[], ...patterns: readonly RegExp[]): RequestedKind {
  return { questionPattern, predicates, isStatedIn: ({ text }) => patterns.some((pattern) => pattern.test(text)) };
}

/** Whether a sentence has a name that is not in the question. */
function hasOtherName({ text, entityNames, questionWords }: HitSentence): boolean {
  const folded = text.toLowerCase();
  const isOther = (word: string): boolean => !questionWords.has(word.replace(/['’]s$/, ''));
  return (
    entityNames.some((name) => wordsOf(name).some((word) => isOther(word) && folded.includes(word))) ||
    [...text.matchAll(CAPITALIZED)].some(
      ([word]) => isOther(word.toLowerCase()) && !STOP_WORDS.has(word.toLowerCase()) && !PRONOUN.test(word),
    )
  );
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/\s+/);
}
