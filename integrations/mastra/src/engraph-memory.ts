import type { MastraDBMessage } from '@mastra/core/memory';
import type { InputProcessor } from '@mastra/core/processors';
import { Memory } from '@mastra/memory';
import { EngraphStore } from './engraph-store.js';
import type { EngraphMemoryOptions } from './options.js';
import { RecallProcessor } from './recall-processor.js';
import { Recaller } from './recaller.js';

/**
 * Memory of Mastra's agents in a scope of Engraph: threads, messages and working memory, and recall over all threads of
 * a resource. Needs neither a storage, nor a vector store, nor an embedder.
 */
export class EngraphMemory extends Memory {
  private readonly recaller: Recaller;
  private readonly recallProcessor: RecallProcessor;

  /** @throws TypeError for options of Mastra's memory that Engraph takes the place of, or does not have */
  constructor(options: EngraphMemoryOptions) {
    refuse(options.options ?? {});
    super({ storage: new EngraphStore(options), ...(options.options ? { options: options.options } : {}) });
    this.recaller = new Recaller(options);
    this.recallProcessor = new RecallProcessor(this.recaller, options.onRecallError);
  }

  /** As Mastra's; and recalls before the model is called, unless `recall` is false. */
  override async getInputProcessors(
    ...[configured = [], context]: Parameters<Memory['getInputProcessors']>
  ): Promise<InputProcessor[]> {
    const processors = await super.getInputProcessors(configured, context);
    const { id } = this.recallProcessor;
    const isConfigured = configured.some((processor) => 'id' in processor && processor.id === id);
    return this.recaller.isOff || isConfigured ? processors : [...processors, this.recallProcessor];
  }

  /** Messages of the thread, as Mastra's; with `vectorSearchString`, also those that Engraph recalls for it. */
  override async recall(args: Parameters<Memory['recall']>[0]): ReturnType<Memory['recall']> {
    const { vectorSearchString = '', ...listing } = args;
    const page = await super.recall(listing);
    if (vectorSearchString.trim() === '' || this.recaller.isOff) return page;
    const ids = await this.recaller.messageIds(vectorSearchString, listing);
    const { messages } = await (await this.getMemoryStore()).listMessagesById({ messageIds: ids });
    return { ...page, messages: union(page.messages, messages) };
  }
}

function refuse(options: object): void {
  for (const name of ['semanticRecall', 'observationalMemory'])
    if (name in options && Boolean(options[name as keyof typeof options]))
      throw new TypeError(
        `EngraphMemory has no ${name}: Engraph extracts and recalls by itself, see the option recall`,
      );
}

function union(listed: MastraDBMessage[], recalled: MastraDBMessage[]): MastraDBMessage[] {
  const known = new Set(listed.map(({ id }) => id));
  const more = recalled.filter(({ id }) => !known.has(id));
  return [...listed, ...more].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}
