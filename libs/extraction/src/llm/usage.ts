import { instructionsOf, type LlmTask } from './llm-task.js';

/** Tokens of one call. */
export interface LlmUsage {
  readonly prompt: number;
  readonly completion: number;
}

/** Maximum length of text that is sent, in UTF-16 units; the rest is not read. */
export const MAX_TEXT_LENGTH = 24_000;
export const MAX_ANSWER_TOKENS = 4_096;

/** Maximum length of the schema, earlier observations and names around the text. */
const MAX_FRAME_LENGTH = 6_000;
/** Length of a question without its words. */
const QUESTION_LENGTH = 25;
/** UTF-16 units per token: a low figure, so that estimates are high; languages without an alphabet have about one. */
const UNITS_PER_TOKEN = 3;

/** Maximum tokens that a call about a text should use. */
export function mostTokens(text: string, task: LlmTask): number {
  const questions = task.questions.reduce((sum, { words }) => sum + words.length + QUESTION_LENGTH, 0);
  const units = instructionsOf(task).length + MAX_FRAME_LENGTH + Math.min(text.length, MAX_TEXT_LENGTH) + questions;
  return tokensOf(units) + MAX_ANSWER_TOKENS;
}

/** Usage of a call as the endpoint reports it, else estimated by the length of what was sent and answered. */
export function usageOf(completion: unknown, sent: readonly string[], answer: string): LlmUsage {
  const { usage } = completion as { usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null };
  const [prompt, completed] = [usage?.prompt_tokens, usage?.completion_tokens];
  if (isCount(prompt) && isCount(completed)) return { prompt, completion: completed };
  return { prompt: tokensOf(sent.join('').length), completion: tokensOf(answer.length) };
}

function tokensOf(units: number): number {
  return Math.ceil(units / UNITS_PER_TOKEN);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
