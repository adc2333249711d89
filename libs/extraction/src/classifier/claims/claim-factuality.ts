import type { RelationType, StatementPredicate } from '#contracts/ontology.js';
import { timeOfClaim } from '../../rules/event-time.js';
import { completedValue, isFormer, mayBeValue, wordsAround } from '../../rules/statement-values.js';
import type { Token } from '../../text/tokenizer.js';
import type { ScoredStatement } from './claim-model.js';
import type { NonFactualTokens } from './non-factual-tokens.js';
import type { TurnWindow } from './turn-window.js';

/** Words of a turn as the model read them, and when they were said. */
interface SaidWords {
  readonly input: { readonly text: string; readonly eventAtUnixNanos: bigint };
  readonly tokens: readonly Token[];
  readonly nonFactual: NonFactualTokens;
  readonly window: TurnWindow;
}

/** Words of the window, both ends inclusive. */
interface Words {
  readonly first: number;
  readonly last: number;
}

type Completion = (turn: SaidWords, words: Words) => Partial<Words>;

/** Predicates often stated by a negation: "I don't like …", "never send me …". */
const NEGATIVE: ReadonlySet<string> = new Set(['dislikes', 'instruction', 'status', 'diet', 'prefers', 'did']);
/** Predicates that may be about what is to come. */
const COMING: ReadonlySet<string> = new Set([
  'plans',
  'instruction',
  'birthday',
  'likes',
  'dislikes',
  'prefers',
  'favourite',
]);
/** Relations that "will" announces; the others are presupposed ("I'll meet my sister Ana"). */
const CHANGING: ReadonlySet<string> = new Set([
  ...['works_at', 'reports_to', 'member_of', 'founded', 'studied_at', 'created', 'lives_in', 'visited', 'attended'],
]);
/** Relations that begin at the date of their clause; "my band plays on Friday" dates no membership. */
const BEGINNING: ReadonlySet<string> = new Set([...[...CHANGING].filter((type) => type !== 'member_of'), 'part_of']);
/** Predicates that hold from the date of their clause on. */
const DATED: ReadonlySet<string> = new Set(['did', 'occupation', 'status', 'has']);
const BEFORE_EMPLOYER = /^(?:at|for|with)$/i;
/** What is no job without its place. */
const IS_WORKING =
  /^(?:works?|working|teach(?:es|ing)?|employed|job|position|role|shifts?|nights|days|weekends|full-time|part-time)$/i;
const CLAUSE_END = /^(?:[,.!?…;:()\n]+|and|but|so|because)$/;

/**
 * Whether a turn says a relation, as of its day: not in words that are asked, doubted, denied or still to come.
 * @param written names of it in the turn
 * @param place the name whose clause dates it
 */
export function isRelationSaid(
  turn: SaidWords,
  { type, ended }: { readonly type: RelationType; readonly ended: boolean },
  written: readonly Words[],
  place: Words,
): boolean {
  const everyNamingOfOne = (is: (words: Words) => boolean) => written.some((name) => occurrences(turn, name).every(is));
  if (everyNamingOfOne((words) => isNonFactual(turn, words, !ended))) return false;
  if (CHANGING.has(type) && everyNamingOfOne((words) => isPlanned(turn, words))) return false;
  return ended || !BEGINNING.has(type) || !beginsLater(turn, place);
}

/** Whether a name stands in words that are so: not asked, wished, joked, heard, denied or still to come. */
export function isNameSaid(turn: SaidWords, name: Words): boolean {
  return !isNonFactual(turn, name, true) && !isPlanned(turn, name);
}

/** Whether a turn says a statement, as of its day, and its words may be a value of the predicate. */
export function isStatementSaid(turn: SaidWords, statement: ScoredStatement): boolean {
  const { first, last, predicate } = statement;
  if (first < turn.window.begin) return !isNonFactual(turn, statement, isDeniable(statement));
  const found = wordsAround(turn.tokens, first - turn.window.begin, last - turn.window.begin);
  // "no peanuts, I'm allergic", but not "no nut allergy".
  const isWithout =
    predicate === 'allergic_to' && found.before.at(-1) === 'no' && !/^allerg/.test(found.after[0] ?? '');
  if (isNonFactual(turn, statement, isDeniable(statement) && !isWithout)) return false;
  return mayBeValue(predicate, found) && !isToCome(turn, statement);
}

function isDeniable({ predicate, ended }: ScoredStatement): boolean {
  return !ended && !NEGATIVE.has(predicate);
}

/** Whether a statement is about what is still to come, unless its predicate may be. */
function isToCome(turn: SaidWords, statement: ScoredStatement): boolean {
  const { predicate, ended } = statement;
  if (COMING.has(predicate)) return false;
  return isPlanned(turn, statement) || (!ended && DATED.has(predicate) && beginsLater(turn, statement));
}

/** Whether a job or office is over by the words beside it: "former nurse". */
export function isFormerIn({ tokens, window }: SaidWords, { first, last, predicate }: ScoredStatement): boolean {
  return first >= window.begin && isFormer(predicate, wordsAround(tokens, first - window.begin, last - window.begin));
}

/**
 * A deed or plan that the model cut off, with the rest of its clause; an allergen without the "to" before it; a height
 * with its number; and a job without the employer behind it, as it may be left for the same job elsewhere.
 */
export function completed(turn: SaidWords, statement: ScoredStatement): ScoredStatement {
  if (statement.first < turn.window.begin) return statement;
  return { ...statement, ...COMPLETED[statement.predicate]?.(turn, statement) };
}

const withRestOfClause: Completion = ({ tokens, window: { begin } }, { first, last }) => ({
  last: begin + completedValue(tokens, first - begin, last - begin),
});

const COMPLETED: Partial<Record<StatementPredicate, Completion>> = {
  did: withRestOfClause,
  plans: withRestOfClause,
  allergic_to: ({ window: { words } }, { first, last }) => ({
    first: first < last && words[first]?.toLowerCase() === 'to' ? first + 1 : first,
  }),
  height: ({ window: { words } }, { first }) => ({
    first: isNumber(words[first - 1]) && !isNumber(words[first]) ? first - 1 : first,
  }),
  occupation: ({ window }, { first, last }) => ({ last: lastWithoutEmployer(window, first, last) }),
};

function isNumber(word = ''): boolean {
  return /^\d/.test(word);
}

/** Last word of a job before "at" and the name of an organization, if a job is left: "buyer at Pellworth". */
function lastWithoutEmployer({ words, candidates }: TurnWindow, first: number, last: number): number {
  for (const { type, first: name } of candidates) {
    if (type !== 'organization' || name <= first || name > last) continue;
    const article = words[name - 1]?.toLowerCase() === 'the' ? 1 : 0;
    const before = name - 2 - article;
    if (!BEFORE_EMPLOYER.test(words[before + 1] ?? '')) continue;
    if (before >= first && !IS_WORKING.test(words[before] ?? '')) return before;
  }
  return last;
}

/** Where the words of a name stand in the turn: it may be asked about in one sentence and told of in the next. */
function occurrences({ tokens, window }: SaidWords, { first, last }: Words): Words[] {
  const length = last - first + 1;
  const name = tokens.slice(first - window.begin, last - window.begin + 1);
  if (name.length < length) return [{ first, last }];
  const found: Words[] = [];
  for (let at = 0; at + length <= tokens.length; at++) {
    if (!name.every(({ text }, i) => tokens[at + i]?.text === text)) continue;
    found.push({ first: window.begin + at, last: window.begin + at + length - 1 });
  }
  return found;
}

/** Whether a span is non-factual (asked, doubted or retracted), or, if `deniable`, negated. */
function isNonFactual({ tokens, window, nonFactual }: SaidWords, { first, last }: Words, deniable: boolean): boolean {
  const words = tokens.slice(first - window.begin, last - window.begin + 1);
  if (words.some((token) => nonFactual.nonFactual.has(token))) return true;
  return deniable && words.every((token) => nonFactual.negated.has(token));
}

/** Whether a span is about what is still to come. */
function isPlanned({ tokens, window, nonFactual }: SaidWords, { first, last }: Words): boolean {
  return tokens.slice(first - window.begin, last - window.begin + 1).every((token) => nonFactual.planned.has(token));
}

/** Whether the clause around the words states a day after that of the memory. */
function beginsLater(turn: SaidWords, { first, last }: Words): boolean {
  const { tokens, window, input } = turn;
  if (first < window.begin) return false;
  const ends = (word: number) => CLAUSE_END.test(tokens[word - window.begin]?.lower ?? '.');
  let [begin, end] = [first, last];
  while (begin > window.begin && !ends(begin - 1)) begin--;
  while (end + 1 < window.words.length && !ends(end + 1)) end++;
  const clause = input.text.slice(tokens[begin - window.begin]?.start, tokens[end - window.begin]?.end);
  return timeOfClaim(clause, 'asserted', input.eventAtUnixNanos) === null;
}
