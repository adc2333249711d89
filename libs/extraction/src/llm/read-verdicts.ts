import { fold } from '#contracts/fold.js';
import {
  VERDICTS,
  type Polarity,
  type RelationObservation,
  type StatementObject,
  type StatementObservation,
  type Verdict,
} from '#contracts/observations.js';
import { isItem, itemList, itemText, type AnswerItem } from './answer-items.js';
import { hasTwoWords, saysWords } from './find-spans.js';
import type { ClaimQuestion, LlmTask } from './llm-task.js';

/** Valid verdicts of an answer. */
export interface ReadVerdicts {
  /** The claims asked about, as the verdicts make them. */
  readonly relations: readonly RelationObservation[];
  readonly statements: readonly StatementObservation[];
  /** Number of items refused. */
  readonly refused: number;
  /** Number of questions without a valid verdict; their claims stay as they were. */
  readonly unanswered: number;
}

/** Text that a verdict must quote. */
interface JudgedText {
  readonly text: string;
  /** Whether it is the whole memory: what is said in the rest would seem not to be said. */
  readonly isWhole: boolean;
}

/**
 * Validates verdicts one by one: each must be about a claim that was asked about, agree with all others on it, and
 * quote whole words of the text unless it is `not_said`. Invalid ones are refused, the others kept.
 * @returns null if the answer has no list of verdicts
 */
export function readVerdicts(answer: unknown, task: LlmTask, judged: JudgedText): ReadVerdicts | null {
  const items = isItem(answer) ? itemList(answer, 'verdicts') : null;
  if (items === null) return null;
  const { questions, confirmedConfidence } = task;
  const text = comparable(judged.text);
  const verdicts = new Map<ClaimQuestion, Verdict | null>();
  let refused = 0;
  // A well-formed answer has one item per question; what a longer one repeats is not worth the time.
  for (const item of items.slice(0, questions.length * 2)) {
    const read = isItem(item) ? verdictOf(item, questions, text, judged.isWhole) : null;
    const earlier = read && verdicts.get(read.question);
    if (read === null || (earlier !== undefined && earlier !== read.said)) refused += 1;
    // Two different verdicts on one claim are none.
    if (read !== null) verdicts.set(read.question, earlier === undefined || earlier === read.said ? read.said : null);
  }
  const judgedBy = [...verdicts].flatMap(([question, said]) => (said === null ? [] : [{ question, said }]));
  const judge = <T extends JudgedClaim>(claims: readonly T[], said: Verdict): T[] =>
    claims.map((claim) => withVerdict(claim, said, confirmedConfidence));
  return {
    relations: judgedBy.flatMap(({ question, said }) => judge(question.relations, said)),
    statements: judgedBy.flatMap(({ question, said }) => judge(question.statements, said)),
    refused: refused + Math.max(0, items.length - questions.length * 2),
    unanswered: questions.length - judgedBy.length,
  };
}

type JudgedClaim = RelationObservation | StatementObservation;

function verdictOf(
  item: AnswerItem,
  questions: readonly ClaimQuestion[],
  text: string,
  isWhole: boolean,
): { readonly question: ClaimQuestion; readonly said: Verdict } | null {
  const id = item['id'];
  const question = typeof id === 'number' ? questions[id - 1] : undefined;
  const said = VERDICTS.find((verdict) => verdict === item['verdict']);
  if (question === undefined || said === undefined) return null;
  if (said === 'not_said') return isWhole ? { question, said } : null;
  if (said === 'ended' && !question.canEnd) return null;
  const quote = comparable(itemText(item, 'quote') ?? '');
  return saysWords(text, quote) && (hasTwoWords(quote) || isEnd(quote, question)) ? { question, said } : null;
}

/** Whether a word is an end of the claim: any other single word decides nothing. */
function isEnd(word: string, { relations, statements }: ClaimQuestion): boolean {
  const ends = relations.flatMap(({ from, to }) => [from.name, to.name]);
  const parts = statements.flatMap(({ subject, object }) => [subject.name, nameOf(object)]);
  return [...ends, ...parts].some((name) => comparable(name) === word);
}

function nameOf(object: StatementObject): string {
  return object.kind === 'entity' ? object.name : String(object.value.value);
}

/** A text as quotes are compared: models change case, spaces and marks at the ends. */
function comparable(text: string): string {
  const folded = fold(text)
    .replace(/[’‘`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/\s+/g, ' ');
  let [start, end] = [0, folded.length];
  while (start < end && isMark(folded.charAt(start))) start += 1;
  while (start < end && isMark(folded.charAt(end - 1))) end -= 1;
  return folded.slice(start, end);
}

function isMark(character: string): boolean {
  return ' "\'.…,;:!?'.includes(character);
}

/** The claim as a verdict makes it. It keeps its time and context, so that it counts where the claim would. */
function withVerdict<T extends JudgedClaim>(claim: T, said: Verdict, confirmedConfidence: number): T {
  const polarity: Record<Verdict, Polarity> = { holds: 'asserted', ended: 'ended', not_said: claim.polarity };
  return {
    ...claim,
    polarity: polarity[said],
    confidence: said === 'not_said' ? 0 : Math.max(confirmedConfidence, claim.confidence),
    stage: 'llm',
    verdict: { asked: claim.polarity, said },
  };
}
