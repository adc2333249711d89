import { parseMemoryRequestContext, type MastraDBMessage } from '@mastra/core/memory';
import type { ProcessInputArgs, Processor } from '@mastra/core/processors';
import { markAsData } from './recalled-text.js';
import type { Recaller } from './recaller.js';

/** Puts what Engraph recalls to the user's message before the model, as a system message. */
export class RecallProcessor implements Processor<'engraph-recall'> {
  readonly id = 'engraph-recall';
  readonly name = 'Engraph recall';

  constructor(
    private readonly recaller: Recaller,
    private readonly onError: (error: unknown) => unknown = warn,
  ) {}

  async processInput({ messages, messageList, requestContext, abortSignal }: ProcessInputArgs) {
    const memory = parseMemoryRequestContext(requestContext);
    const query = questionIn(messages);
    if (memory?.thread === undefined || query.trim() === '') return messageList;
    const asker = { threadId: memory.thread.id, resourceId: memory.resourceId };
    const context = await this.contextOf(query, asker, abortSignal);
    if (context.trim() !== '') messageList.addSystem(markAsData(context), 'memory');
    return messageList;
  }

  private async contextOf(...question: Parameters<Recaller['context']>): Promise<string> {
    try {
      return await this.recaller.context(...question);
    } catch (error) {
      await tell(this.onError, error);
      return '';
    }
  }
}

/** Text of the user's last message. */
function questionIn(messages: readonly MastraDBMessage[]): string {
  const last = messages.findLast(({ role }) => role === 'user' || role === 'signal');
  return (last?.content.parts ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** A listener may be async, and may fail; neither may reach the model's call. */
async function tell(listener: (error: unknown) => unknown, error: unknown): Promise<void> {
  try {
    await listener(error);
  } catch {
    // The listener is the last one to be told.
  }
}

function warn(error: unknown): void {
  console.warn(`engraph: could not recall: ${error instanceof Error ? error.message : String(error)}`);
}
