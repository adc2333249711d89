import { answerPassage } from './answer-passage.js';
import type { CountTokens } from './count-tokens.js';

/** A message as a prompt shows it. */
export interface PromptTurn {
  readonly text: string;
  readonly speaker: string | null;
  /** Role of the speaker, such as `user`; null if unknown. */
  readonly role: string | null;
  /** Time in Unix nanoseconds, by which turns are ordered. */
  readonly time: bigint;
  /** Date, e.g. `2024-05-03`. */
  readonly day: string;
  /** Decimal id of the memory, to be shown beside the date; none by default. */
  readonly id?: string;
}

/** What a text for a prompt is made of. */
export interface ContextParts {
  /** Sentences, best first. */
  readonly facts: readonly string[];
  /** Messages, best first. */
  readonly turns: readonly PromptTurn[];
  /** Terms of the question, by which the passage of a long message is chosen. */
  readonly terms: ReadonlySet<string>;
  readonly maxTokens: number;
}

/** Text for a prompt. */
export interface ContextText {
  readonly text: string;
  /** The facts that fit in it, as indices. */
  readonly facts: readonly number[];
}

/** Maximum share of the text for facts; the messages show how they were meant. */
const FACTS_SHARE = 0.4;
/** Maximum share of the messages' tokens for one of them; of a longer one the passage that answers is given. */
const TURN_SHARE = 1 / 3;
/** Minimum number of remaining tokens for which a passage of a message is given. */
const MIN_TURN_TOKENS = 16;
const FACTS = 'Facts:';
const TURNS = 'What was said:';

/**
 * Text for a prompt: facts, best first, each whole or left out; then messages, in order of time. The best messages that
 * fit are chosen; of one that is long, or does not fit, the passage that answers.
 */
export function contextText({ facts, turns, terms, maxTokens }: ContextParts, countTokens: CountTokens): ContextText {
  const fitting = factsThatFit(facts, Math.floor(maxTokens * FACTS_SHARE), countTokens);
  const factsText =
    fitting.length === 0 ? '' : [FACTS, ...fitting.map((index) => `- ${facts[index] ?? ''}`)].join('\n');
  const left = maxTokens - (factsText === '' ? 0 : countTokens(`${factsText}\n\n`));
  const entries = turnsThatFit(turns, terms, left, countTokens);
  for (;;) {
    const turnsText = entries.length === 0 ? '' : [TURNS, ...inOrder(entries)].join('\n');
    const text = [factsText, turnsText].filter((part) => part !== '').join('\n\n');
    // Parts joined may count a token more than alone.
    if (entries.length === 0 || countTokens(text, maxTokens) <= maxTokens) return { text, facts: fitting };
    entries.pop();
  }
}

function factsThatFit(facts: readonly string[], maxTokens: number, countTokens: CountTokens): number[] {
  let left = maxTokens - countTokens(`${FACTS}\n`);
  return [...facts.keys()].filter((index) => {
    const tokens = countTokens(`- ${facts[index] ?? ''}\n`, left);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
}

interface Entry {
  readonly text: string;
  readonly time: bigint;
}

function turnsThatFit(
  turns: readonly PromptTurn[],
  terms: ReadonlySet<string>,
  maxTokens: number,
  countTokens: CountTokens,
): Entry[] {
  const entries: Entry[] = [];
  let left = maxTokens - countTokens(`${TURNS}\n`);
  const most = Math.floor(left * TURN_SHARE);
  for (const turn of turns) {
    if (left < MIN_TURN_TOKENS) break;
    const text = entryOf(turn, terms, Math.min(left, Math.max(most, MIN_TURN_TOKENS * 2)), countTokens);
    if (text === null) break;
    const tokens = countTokens(`${text}\n`);
    if (tokens > left) break;
    entries.push({ text, time: turn.time });
    left -= tokens;
  }
  return entries;
}

/** A message with its day, id, role and speaker: whole, or its passage that answers; null if nothing of it fits. */
function entryOf(
  { text, speaker, role, day, id }: PromptTurn,
  terms: ReadonlySet<string>,
  maxTokens: number,
  countTokens: CountTokens,
): string | null {
  const by = speakerOf(speaker, role);
  const label = id === undefined ? day : `${day}, memory ${id}`;
  const head = `- [${label}]${by === '' ? '' : ` ${by}:`}`;
  const room = maxTokens - countTokens(`${head} \n`);
  const whole = text.trim();
  const shown = countTokens(whole, room) <= room ? whole : answerPassage(whole, terms, room, countTokens);
  if (shown === '') return null;
  return `${head}${shown.includes('\n') ? '\n' : ' '}${shown}`;
}

/** `Ana (user)`, or whichever is known. */
function speakerOf(speaker: string | null, role: string | null): string {
  if (speaker === null || role === null || speaker.toLowerCase() === role) return speaker ?? role ?? '';
  return `${speaker} (${role})`;
}

/** Texts by time; those of the same time in their order. */
function inOrder(entries: readonly Entry[]): string[] {
  return [...entries].sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0)).map(({ text }) => text);
}
