import { fold } from '#contracts/fold.js';
import { termsOf } from '#search/terms/terms.js';
import { cueWords, isAskedFor, RELATIONAL_NOUNS } from './predicate-cues.js';

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
}

const PAST =
  /\b(?:before|previous(?:ly)?|former(?:ly)?|used to|earlier|originally|at first|to begin with|until|till|old|prior|in the past|back then|first)\b/;
const PAST_AUXILIARY = /\b(?:did|was|were|had|used)\b/;
const OVER = /\b(?:still|any ?more|any longer|no longer|stopped|left|quit|ended)\b/;
const OF_ONE_KIND = /\b(?:where|when|why|how|whose|which)\b/;
const SUBJECT = /^\W*(?:who|whose|whom|which|what|list|all)\b|\b(?:any|some|every)(?:one|body)\b/;
const AMOUNT = /\bhow (?:many|much|long|often|far|heavy|big|large|high)\b/;
const PERSON =
  /^\W*(?:who|whose|whom)\b|\b(?:which|what|the|all|any) (?:people|persons?)\b|\b(?:every|any)(?:one|body)\b/;
/** Words that narrow nothing: they ask, greet, or say that the present is meant. */
const GENERIC = new Set(
  termsOf(`now today currently current days present latest recent please tell me know remember list all everyone everybody
    anyone anybody anything something person people thing things name names kind type sort time day date year ago say
    said says told tell give find show still yet ever really actually much many more most new last next exactly info
    information details about get gets got go goes going been`),
);

/** Analyzes the words of a question, without knowledge of any scope. */
export function focusOf(question: string): QuestionFocus {
  const words = fold(question).replaceAll('’', "'");
  const rest = (predicate: string, names: readonly string[]): ReadonlySet<string> => {
    const known = new Set([...names.flatMap((name) => [...termsOf(name)]), ...termsOf(cueWords(predicate, words))]);
    return new Set([...termsOf(question)].filter((term) => !known.has(term) && !GENERIC.has(term)));
  };
  return {
    asksFor: (predicate) => isAskedFor(predicate, words),
    restTerms: rest,
    relatives: RELATIONAL_NOUNS.filter(({ noun }) => noun.test(words)),
    isPast: PAST.test(words) && (PAST_AUXILIARY.test(words) || /\b(?:before|previous|former|used to)\b/.test(words)),
    asksWhetherOver: OVER.test(words),
    isNameOnly: (names) => !OF_ONE_KIND.test(words) && rest('', names).size === 0,
    asksForAmount: AMOUNT.test(words),
    asksForPerson: PERSON.test(words),
    asksForSubject: SUBJECT.test(words),
  };
}
