import type { Body, EngraphClient } from '@engraph/client';
import type { MemoryConfig } from '@mastra/core/memory';

/** Where threads, messages and working memory are kept. */
export interface EngraphStoreOptions {
  /** Client with the key of the scope; the key needs the permissions encode, recall and forget. */
  readonly client: Pick<EngraphClient, ClientCalls>;
  /** Whom "I" in a user's message means: a name, or the name of a resource. The id of the resource if left out. */
  readonly speaker?: string | ((resourceId: string) => string);
  /** Seconds, at most 30, that saving waits until the messages can be recalled. Default 0: soon after. */
  readonly waitSeconds?: number;
  /** Erase texts at once when they are deleted, instead of after seven days. */
  readonly hardDelete?: boolean;
  /** Milliseconds that a call to Engraph may take, in addition to `waitSeconds`; 10,000 if left out. */
  readonly timeoutMs?: number;
}

type ClientCalls = 'memories' | 'encodeMemories' | 'reviseMemory' | 'forgetMemory' | 'forgetWhere' | 'recall';

/** What a recall may find, and fields of `POST /v1/recall`, such as `filter`, `max_tokens` and `min_confidence`. */
export interface RecallOptions extends Omit<Body<'recall'>, 'query' | 'cue' | 'format'> {
  /**
   * `resource` (default): messages of the same resource, in all threads. `thread`: of the same thread. `all`: whatever
   * the key may see, also what did not come from Mastra.
   */
  readonly scope?: 'resource' | 'thread' | 'all';
}

export interface EngraphMemoryOptions extends EngraphStoreOptions {
  /** How much is recalled, and from what; false: nothing. */
  readonly recall?: RecallOptions | false;
  /** Milliseconds that a recall may take before the model is called without it; 2,000 if left out. */
  readonly recallTimeoutMs?: number;
  /** Hears of a recall that failed: the model is called without it. Without this, a warning on the console. */
  readonly onRecallError?: (error: unknown) => unknown;
  /** Options of Mastra's memory, such as `lastMessages` and `workingMemory`. Default: Mastra's. */
  readonly options?: Omit<MemoryConfig, 'semanticRecall' | 'observationalMemory'>;
}
