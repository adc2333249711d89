import type { EngraphMemoryOptions, RecallOptions } from './options.js';
import type { Filter } from './records.js';

/** Whose memories are wanted. */
interface Asker {
  readonly threadId?: string;
  readonly resourceId?: string | undefined;
}

/** Recalls within the scope that the options name. */
export class Recaller {
  private readonly recall: RecallOptions;
  readonly isOff: boolean;

  constructor(private readonly options: EngraphMemoryOptions) {
    this.isOff = options.recall === false;
    this.recall = options.recall === false ? {} : (options.recall ?? {});
  }

  /** A text for a prompt with what is known to the question; empty if nothing is. */
  async context(query: string, asker: Asker, signal?: AbortSignal): Promise<string> {
    const { scope, ...question } = this.recall;
    const answer = await this.options.client.recall(
      { ...question, query, filter: this.filter(asker, scope), format: 'context' },
      this.limits(signal),
    );
    return answer.context ?? '';
  }

  /** Ids of the messages that answer the question, best first. */
  async messageIds(query: string, asker: Asker): Promise<string[]> {
    const { scope, ...question } = this.recall;
    const filter = this.filter(asker, scope);
    const { memories } = await this.options.client.recall({ ...question, query, filter }, this.limits());
    const messages = memories.filter(({ metadata }) => metadata?.['mastra'] === 'message');
    return messages.map(({ metadata }) => String(metadata?.['record_id']));
  }

  private filter({ threadId, resourceId }: Asker, scope: RecallOptions['scope'] = 'resource'): Filter | null {
    const own = this.recall.filter ?? null;
    if (scope === 'all') return own;
    const isThread = scope === 'thread' || resourceId === undefined;
    const whose = isThread ? { thread_id: threadId ?? '' } : { resource_id: resourceId };
    return { ...own, metadata: { ...own?.metadata, mastra: 'message', ...whose } };
  }

  private limits(signal?: AbortSignal) {
    return { timeoutMs: this.options.recallTimeoutMs ?? 2_000, ...(signal ? { signal } : {}) };
  }
}
