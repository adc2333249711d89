import { INSTRUCTIONS } from './prompt.js';

/** Tokens of one call. */
export interface LlmUsage {
  readonly prompt: number;
  readonly completion: number;
}

/** Longest text that is asked about, in UTF-16 units; what is behind stays unread. */
export const MAX_TEXT_LENGTH = 24_000;
export const MAX_ANSWER_TOKENS = 4_096;

/** Of what is found already, of the schema, and of names around the text. */
const MAX_FRAME_LENGTH = 6_000;
/** Rather too few, so that an estimate is rather too high; languages without an alphabet have about one. */
const UNITS_PER_TOKEN = 3;

/** The most tokens that a call about a text should use. */
export function mostTokens(text: string): number {
  const units = INSTRUCTIONS.length + MAX_FRAME_LENGTH + Math.min(text.length, MAX_TEXT_LENGTH);
  return Math.ceil(units / UNITS_PER_TOKEN) + MAX_ANSWER_TOKENS;
}

/** What the endpoint says that a call used, or an estimate by length where it does not say so. */
export function usageOf(completion: unknown, message: string, answer: string): LlmUsage {
  const { usage } = completion as { usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null };
  const [prompt, completed] = [usage?.prompt_tokens, usage?.completion_tokens];
  if (isCount(prompt) && isCount(completed)) return { prompt, completion: completed };
  return { prompt: tokensOf(INSTRUCTIONS.length + message.length), completion: tokensOf(answer.length) };
}

function tokensOf(units: number): number {
  return Math.ceil(units / UNITS_PER_TOKEN);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
