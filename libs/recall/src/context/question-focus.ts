import { fold } from '#contracts/fold.js';
import { termsOf } from '#search/terms/terms.js';
import { asksForSingleValue, cueWords, isAskedFor, isMatterAskedFor, RELATIONAL_NOUNS } from './predicate-cues.js';

/** What a question asks about, as far as its words say. */
export interface QuestionFocus {
  /** Whether it asks for the value of this predicate. */
  readonly asksFor: (predicate: string) => boolean;
  /** Terms that neither name one of the given names nor ask for the predicate: what the answer is to be about. */
  readonly restTerms: (predicate: string, names: readonly string[]) => ReadonlySet<string>;
  /** Relations by which it names somebody ("Ana's boss"), with the end at which the possessor stands. */
  readonly relatives: readonly (typeof RELATIONAL_NOUNS)[number][];
  /** Whether it asks for a state that is over. */
  readonly isPast: boolean;
  /** Whether it asks if something still holds. */
  readonly asksWhetherOver: boolean;
  /** Whether it says nothing but names. */
  readonly isNameOnly: (names: readonly string[]) => boolean;
  /** Whether it asks for an amount, which only what has a number answers. */
  readonly asksForAmount: boolean;
  /** Whether it asks for persons. */
  readonly asksForPerson: boolean;
  /** Whether it asks for who or what has a value, so that its subject is not named. */
  readonly asksForSubject: boolean;
  /** Whether it may ask for who has a role: "Who is the chef?" */
  readonly asksForHolder: boolean;
  /** Whether it expects one person or thing. */
  readonly asksForOne: boolean;
  readonly asksForPlace: boolean;
  readonly asksForTime: boolean;
  /** Whether what is over may answer it beside what holds: "What did Ana do for a living?" */
  readonly allowsPast: boolean;
  /** Whether it asks for reasons, or for what somebody said: memories answer, facts do not. */
  readonly asksForMemories: boolean;
  /** Whether it asks for a value that only facts of its predicate give, such as an age. */
  readonly asksForSingleValue: boolean;
  /** Whether it asks for a predicate that is of the same matter as this one. */
  readonly asksForMatterOf: (predicate: string) => boolean;
  /** Whether it asks for who reports to somebody. */
  readonly asksForReports: boolean;
  /** Its stemmed terms. */
  readonly terms: ReadonlySet<string>;
}

const PAST =
  /\b(?:before|previous(?:ly)?|former(?:ly)?|used to|earlier|originally|at first|to begin with|until|till|old|prior|in the past|back then|first)\b/;
const PAST_AUXILIARY = /\b(?:did|was|were|had|used)\b/;
const OVER = /\b(?:still|any ?more|any longer|no longer|stopped|left|quit|ended)\b/;
const OF_ONE_KIND = /\b(?:where|when|why|how|whose|which)\b/;
const SUBJECT = /^\W*(?:who|whose|whom|which|what|list|all)\b|\b(?:any|some|every)(?:one|body)\b/;
const HOLDER = /^\W*(?:who|whom|whose|which)\b|\bnames? of\b|'s name\b/;
const ONE =
  /\bwho(?:'s| is| was| becomes?| became)\b|\bname of\b|'s name\b|^\W*which \w+(?: \w+)? (?:is|was|do|does)\b/;
const PLACE = /^\W*(?:where|which (?:company|firm|place|city|town|country))\b/;
const ALLOWS_PAST =
  /^\W*(?:(?:who|what|where|which \w+|whose \w+|whom) )?(?:did|was|were|had)\b|\bha(?:s|ve) (?:\S+ )?(?:had|been|lived|worked|done)\b|\bever\b/;
const MEMORIES =
  /^\W*(?:why|how come)\b|\b(?:did|have|has|had) \S+(?: \S+)? (?:say|said|tell|told|hear|heard|write|written|mention|mentioned|decide|decided|discuss|discussed)\b/;
/** Questions for what somebody does, which say nothing but a name beside it. */
const DEED = /\bwhat (?:do|does|did|has|have)\b(?! (?:you |i |we )?(?:know|remember)\b)/;
const AMOUNT = /\bhow (?:many|much|long|often|far|heavy|big|large|high)\b/;
const PERSON =
  /^\W*(?:who|whose|whom)\b|\b(?:which|what|the|all|any) (?:people|persons?)\b|\b(?:every|any)(?:one|body)\b/;
/** Words that narrow nothing: they ask, greet, or say that the present is meant. */
const GENERIC = new Set(
  termsOf(`now today currently current days present latest recent please tell me know remember list all everyone everybody
    anyone anybody anything something person people thing things name names kind type sort time day date year ago say
    said says told tell give find show still yet ever really actually much many more most new last next exactly info
    information details about get gets got go goes going been want wants need needs food foods meal meals`),
);

/** Analyzes the words of a question, without knowledge of any scope. */
export function focusOf(question: string): QuestionFocus {
  const words = fold(question).replaceAll('’', "'");
  const rest = (predicate: string, names: readonly string[]): ReadonlySet<string> => {
    const known = new Set([...names.flatMap((name) => [...termsOf(name)]), ...termsOf(cueWords(predicate, words))]);
    return new Set([...termsOf(question)].filter((term) => !known.has(term) && !GENERIC.has(term)));
  };
  const relatives = RELATIONAL_NOUNS.filter(({ noun }) => noun.test(words));
  return {
    asksFor: (predicate) => isAskedFor(predicate, words),
    restTerms: rest,
    relatives,
    isPast: PAST.test(words) && (PAST_AUXILIARY.test(words) || /\b(?:before|previous|former|used to)\b/.test(words)),
    asksWhetherOver: OVER.test(words),
    isNameOnly: (names) => !DEED.test(words) && !OF_ONE_KIND.test(words) && rest('', names).size === 0,
    asksForAmount: AMOUNT.test(words),
    asksForPerson: PERSON.test(words),
    asksForSubject: SUBJECT.test(words),
    asksForHolder: HOLDER.test(words),
    asksForOne: ONE.test(words),
    asksForPlace: PLACE.test(words),
    asksForTime: /^\W*(?:when|which (?:day|month|year)|since when)\b/.test(words),
    allowsPast: ALLOWS_PAST.test(words),
    asksForSingleValue: asksForSingleValue(words),
    asksForMatterOf: (predicate) => isMatterAskedFor(predicate, words),
    asksForReports: /\bwho (?:all )?(?:reports|reported|is reporting|works (?:for|under))\b/.test(words),
    asksForMemories: MEMORIES.test(words),
    terms: new Set(termsOf(question)),
  };
}
