import { cutText } from '#contracts/cut-text.js';
import { EndpointStatusError, EndpointTimeout, EndpointUnreachable, postJson } from '#inference/openai-endpoint.js';
import type { ExtractionInput, StageOutcome } from '../pipeline/stage.js';
import { codePointOffsets } from '../text/code-points.js';
import { answerSchema } from './answer-schema.js';
import { instructionsOf, promptsOf, versionOf, type LlmTask } from './llm-task.js';
import { memoryMessage } from './prompt.js';
import { EXTRACT_PROMPT, VERIFY_PROMPT } from './prompt-files.js';
import { readTaskAnswer } from './read-task-answer.js';
import { salvageJson } from './salvage-json.js';
import { MAX_ANSWER_TOKENS, MAX_TEXT_LENGTH, usageOf, type LlmUsage } from './usage.js';

/** An endpoint with OpenAI's chat completions API. */
export interface LlmConfig {
  readonly baseUrl: string;
  /** Empty if the endpoint needs none. */
  readonly apiKey: string;
  readonly model: string;
  readonly timeoutMs: number;
}

/**
 * Outcome of the LLM stage, with the versions of its prompts and model, and its token usage, which is absent if the
 * endpoint refused the request.
 */
export type LlmOutcome = StageOutcome & { readonly version?: string; readonly usage?: LlmUsage };

/** LLM stage of one endpoint. */
export interface Llm {
  /** Versions of all its prompts, and its model. */
  readonly version: string;
  ask(input: ExtractionInput, task: LlmTask, signal: AbortSignal): Promise<LlmOutcome>;
}

/** The endpoint, not the memory, is at fault: retry later. */
export class LlmUnavailable extends Error {
  override readonly name: string = 'LlmUnavailable';

  constructor(
    readonly reason: string,
    /** Milliseconds that the endpoint asks to wait, if it says so. */
    readonly retryAfterMs?: number,
    options?: ErrorOptions,
  ) {
    super(`LLM unavailable: ${reason}`, options);
  }
}

/** A call timed out: the endpoint or the memory may be at fault. */
export class LlmTimeout extends LlmUnavailable {
  override readonly name = 'LlmTimeout';
}

/** Creates the LLM stage of an endpoint. It never retries; the job queue does. */
export function createLlm(config: LlmConfig): Llm {
  return {
    version: versionOf([EXTRACT_PROMPT, VERIFY_PROMPT], config.model),
    ask: (input, task, signal) => askLlm(config, input, task, signal),
  };
}

/**
 * Calls the LLM once for a memory, and keeps the valid part of its answer.
 * @throws LlmTimeout if the call times out
 * @throws LlmUnavailable if the endpoint cannot be reached, is overloaded, rejects the key, or the signal aborts
 */
export async function askLlm(
  config: LlmConfig,
  input: ExtractionInput,
  task: LlmTask,
  signal: AbortSignal,
): Promise<LlmOutcome> {
  const version = versionOf(promptsOf(task), config.model);
  const text = cutText(input.text, MAX_TEXT_LENGTH);
  const answer = await answerOf(config, task, memoryMessage(input, text, task), signal);
  if (answer.kind === 'refused') return { state: 'failed', reason: answer.reason, version };
  return { ...outcomeOf(answer.content, input, text, task), usage: answer.usage, version };
}

/** Stage outcome of an answer. @param text part of the memory that was sent */
function outcomeOf(content: string, input: ExtractionInput, text: string, task: LlmTask): StageOutcome {
  const json = salvageJson(content);
  const isWhole = text.length === input.text.length;
  const read = json === null ? null : readTaskAnswer(json.value, { ...input, text }, task, isWhole);
  if (json === null || read === null) return { state: 'failed', reason: 'the answer is not the JSON asked for' };
  const { observations, refused, unanswered } = read;
  const reasons = [
    ...(json.complete ? [] : ['the answer is cut off']),
    ...(isWhole ? [] : ['the text is too long']),
    ...(refused > 0 ? [`${String(refused)} items of the answer refused`] : []),
    ...(unanswered > 0 ? [`${String(unanswered)} claims without a verdict`] : []),
    ...(task.unasked > 0 ? [`${String(task.unasked)} claims not asked about`] : []),
  ];
  if (reasons.length === 0) return { state: 'done', observations };
  const offset = codePointOffsets(input.text)(text.length);
  return { state: 'partial', observations, reason: reasons.join('; '), offset };
}

type Answer =
  | { readonly kind: 'answered'; readonly content: string; readonly usage: LlmUsage }
  | { readonly kind: 'refused'; readonly reason: string };

async function answerOf(config: LlmConfig, task: LlmTask, message: string, signal: AbortSignal): Promise<Answer> {
  const { baseUrl: url, apiKey, model, timeoutMs } = config;
  const instructions = instructionsOf(task);
  const request = {
    model,
    temperature: 0,
    // Deprecated by OpenAI, but the one limit that compatible servers know.
    max_tokens: MAX_ANSWER_TOKENS,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: message },
    ],
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'observations', strict: true, schema: answerSchema(task) },
    },
  };
  try {
    const completion = await postJson({ url, apiKey, timeoutMs }, '/chat/completions', request, signal);
    const content = contentOf(completion);
    return { kind: 'answered', content, usage: usageOf(completion, [instructions, message], content) };
  } catch (error) {
    return refusalOf(error);
  }
}

/** Text of a completion; compatible endpoints may omit anything. */
function contentOf(completion: unknown): string {
  const { choices } = completion as { choices?: { message?: { content?: unknown } }[] };
  const content = choices?.[0]?.message?.content;
  return typeof content === 'string' ? content : '';
}

/**
 * Maps an error to a refusal of this request; throws if the endpoint is at fault.
 * @throws LlmTimeout
 * @throws LlmUnavailable
 */
function refusalOf(error: unknown): Answer {
  if (error instanceof EndpointTimeout) throw new LlmTimeout('timeout', undefined, { cause: error });
  if (error instanceof EndpointUnreachable) throw new LlmUnavailable(error.message, undefined, { cause: error });
  if (error instanceof EndpointStatusError) {
    if (error.isRejection) return { kind: 'refused', reason: `the request was refused (${String(error.status)})` };
    throw new LlmUnavailable(error.message, error.retryAfterMs, { cause: error });
  }
  if (error instanceof SyntaxError) return { kind: 'refused', reason: 'the response is not JSON' };
  throw new LlmUnavailable(error instanceof Error ? error.name : 'unknown', undefined, { cause: error });
}
