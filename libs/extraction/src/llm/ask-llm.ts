import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { cutText } from '#contracts/cut-text.js';
import type { Observations } from '#contracts/observations.js';
import type { ExtractionInput, StageOutcome } from '../pipeline/stage.js';
import { codePointOffsets } from '../text/code-points.js';
import { ANSWER_SCHEMA } from './answer-schema.js';
import { INSTRUCTIONS, memoryMessage } from './prompt.js';
import { readAnswer } from './read-answer.js';
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

/** Client of an endpoint. */
export interface LlmClient {
  readonly openai: OpenAI;
  readonly model: string;
  readonly timeoutMs: number;
}

/** Outcome of the LLM stage with its token usage, which is absent if the endpoint refused the request. */
export type LlmOutcome = StageOutcome & { readonly usage?: LlmUsage };

/** LLM stage of one endpoint. */
export interface Llm {
  readonly version: string;
  ask(input: ExtractionInput, found: Observations, signal: AbortSignal): Promise<LlmOutcome>;
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

const PROMPT_VERSION = 'llm-2';

/** Creates the LLM stage of an endpoint. */
export function createLlm(config: LlmConfig): Llm {
  const client = createLlmClient(config);
  return {
    version: `${PROMPT_VERSION} ${config.model}`,
    ask: (input, found, signal) => askLlm(client, input, found, signal),
  };
}

/** Creates the client of an endpoint. It never retries; the job queue does. */
export function createLlmClient({ baseUrl, apiKey, model, timeoutMs }: LlmConfig): LlmClient {
  // The library rejects an empty key.
  const openai = new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey || 'none',
    timeout: timeoutMs,
    maxRetries: 0,
    logLevel: 'off',
  });
  return { openai, model, timeoutMs };
}

/**
 * Calls the LLM for a memory, and keeps the valid part of its answer.
 * @throws LlmTimeout if the call times out
 * @throws LlmUnavailable if the endpoint cannot be reached, is overloaded, rejects the key, or the signal aborts
 */
export async function askLlm(
  client: LlmClient,
  input: ExtractionInput,
  found: Observations,
  signal: AbortSignal,
): Promise<LlmOutcome> {
  const text = cutText(input.text, MAX_TEXT_LENGTH);
  const answer = await answerOf(client, memoryMessage(input, text, found), signal);
  if (answer.kind === 'refused') return { state: 'failed', reason: answer.reason };
  return { ...outcomeOf(answer.content, input, text, found), usage: answer.usage };
}

/** Stage outcome of an answer. @param text part of the memory that was sent */
function outcomeOf(content: string, input: ExtractionInput, text: string, found: Observations): StageOutcome {
  const json = salvageJson(content);
  const read = json === null ? null : readAnswer(json.value, { ...input, text }, found);
  if (json === null || read === null) return { state: 'failed', reason: 'the answer is not the JSON asked for' };
  const { observations, refused } = read;
  const offset = codePointOffsets(input.text)(text.length);
  const partial = (reason: string): StageOutcome => ({ state: 'partial', observations, reason, offset });
  if (!json.complete) return partial('the answer is cut off');
  if (text.length < input.text.length) return partial('the text is too long');
  return refused > 0 ? partial(`${String(refused)} items of the answer refused`) : { state: 'done', observations };
}

type Answer =
  | { readonly kind: 'answered'; readonly content: string; readonly usage: LlmUsage }
  | { readonly kind: 'refused'; readonly reason: string };

async function answerOf(client: LlmClient, message: string, signal: AbortSignal): Promise<Answer> {
  // The library's timeout covers only the headers; this one covers the body too.
  const ending = AbortSignal.any([signal, AbortSignal.timeout(client.timeoutMs)]);
  try {
    const completion = await client.openai.chat.completions.create(
      {
        model: client.model,
        temperature: 0,
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- the one limit that compatible servers know
        max_tokens: MAX_ANSWER_TOKENS,
        messages: [
          { role: 'system', content: INSTRUCTIONS },
          { role: 'user', content: message },
        ],
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'observations', strict: true, schema: ANSWER_SCHEMA },
        },
      },
      { signal: ending },
    );
    const content = contentOf(completion);
    return { kind: 'answered', content, usage: usageOf(completion, message, content) };
  } catch (error) {
    throwIfTimedOut(error, ending);
    return refusalOf(error);
  }
}

/** Text of a completion; compatible endpoints may omit anything. */
function contentOf(completion: unknown): string {
  const { choices } = completion as { choices?: { message?: { content?: unknown } }[] };
  const content = choices?.[0]?.message?.content;
  return typeof content === 'string' ? content : '';
}

function throwIfTimedOut(error: unknown, ending: AbortSignal): void {
  const { name } = (ending.reason ?? {}) as { name?: unknown };
  if (error instanceof APIConnectionTimeoutError || name === 'TimeoutError') {
    throw new LlmTimeout('timeout', undefined, { cause: error });
  }
}

/** Maps an error to a refusal of this request; throws if the endpoint is at fault. @throws LlmUnavailable */
function refusalOf(error: unknown): Answer {
  if (error instanceof APIUserAbortError || error instanceof APIConnectionError) {
    throw new LlmUnavailable(error.constructor.name, undefined, { cause: error });
  }
  if (error instanceof APIError) {
    const { status, headers } = error as { status?: number; headers?: Headers };
    if (status !== undefined && [400, 413, 415, 422].includes(status)) {
      return { kind: 'refused', reason: `the request was refused (${String(status)})` };
    }
    throw new LlmUnavailable(`status ${String(status)}`, retryAfter(headers), { cause: error });
  }
  if (error instanceof SyntaxError) return { kind: 'refused', reason: 'the response is not JSON' };
  throw new LlmUnavailable(error instanceof Error ? error.constructor.name : 'unknown', undefined, { cause: error });
}

/** Milliseconds of a Retry-After header, which has seconds or a date. */
function retryAfter(headers: Headers | undefined): number | undefined {
  const value = headers?.get('retry-after');
  if (value === null || value === undefined) return undefined;
  const ms = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}
