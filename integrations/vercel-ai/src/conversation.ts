import type { LanguageModelMiddleware } from 'ai';

type GenerateCall = Parameters<NonNullable<LanguageModelMiddleware['wrapGenerate']>>[0];

/** Parameters of a call of the model. */
export type CallParams = GenerateCall['params'];
export type Prompt = CallParams['prompt'];

/** The user's message that a call of the model answers. */
export interface Turn {
  /** Position of the message in the prompt. */
  readonly index: number;
  readonly text: string;
  /** Text of the user's and the assistant's messages up to this one: what tells it from an equal message elsewhere. */
  readonly history: readonly string[];
  /** Whether the model goes on with an answer to it, after a tool call. */
  readonly isContinued: boolean;
}

/** The turn that the prompt ends with; null if no user said anything. */
export function lastTurn(prompt: Prompt): Turn | null {
  const index = prompt.findLastIndex(({ role }) => role === 'user');
  const text = textOf(prompt[index]);
  if (text.trim() === '') return null;
  const history = prompt
    .slice(0, index + 1)
    .filter(({ role }) => role === 'user' || role === 'assistant')
    .map((message) => `${message.role}: ${textOf(message)}`);
  return { index, text, history, isContinued: index < prompt.length - 1 };
}

/** Text parts of a message, a line each; files, reasoning and tool calls are left out. */
function textOf(message: Prompt[number] | undefined): string {
  if (message === undefined) return '';
  if (message.role === 'system') return message.content;
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** The prompt with a text before those of the turn's message. */
export function withTextBefore(prompt: Prompt, turn: Turn, text: string): Prompt {
  return prompt.map((message, index) =>
    index === turn.index && message.role === 'user'
      ? { ...message, content: [{ type: 'text', text }, ...message.content] }
      : message,
  );
}

/** Id of whatever the values describe: the same for equal values, 64 hexadecimal digits. */
export async function idOf(values: readonly unknown[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(values));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
