import type { Body, EngraphClient } from '@engraph/client';
import type { FailureListener } from './failures.js';

type Session = NonNullable<Body<'encodeMemory'>['session']>;

/** Where and how the middleware remembers and recalls. */
export interface MemoryOptions {
  readonly client: Pick<EngraphClient, 'recall' | 'encodeMemories'>;
  /** Session of what is remembered, such as the id of the chat. A call can name another, see the docs. */
  readonly session?: Session;
  /** Name of the user, whom "I" in their messages means; without it the entity `user`. */
  readonly speaker?: string;
  /** Fields of `POST /v1/recall`, such as `filter` and `max_tokens`; false: recall nothing. */
  readonly recall?: Omit<Body<'recall'>, 'query' | 'cue' | 'format'> | false;
  /** What is remembered, and with which metadata and tags; false: remember nothing. */
  readonly remember?: RememberOptions | false;
  /** Milliseconds that a recall may take before the model is called without it; 2,000 if left out. */
  readonly recallTimeoutMs?: number;
  /** Milliseconds that storing may take, in addition to `waitSeconds`; 5,000 if left out. */
  readonly rememberTimeoutMs?: number;
  /** Lets storing go on after the answer, such as `waitUntil` of `@vercel/functions`. Without it the answer waits. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
  /** Hears of failures, which never reach the model's call. Without it they are warnings on the console. */
  readonly onError?: FailureListener;
}

export interface RememberOptions {
  /** false: remember only what the user says. */
  readonly assistant?: boolean;
  readonly metadata?: Record<string, unknown>;
  readonly tags?: string[];
  /** Seconds, at most 30, to wait until the memories can be recalled. Default 0: soon after. */
  readonly waitSeconds?: number;
}
