import { callSettings } from './call-settings.js';
import { idOf, withTextBefore, type CallParams, type Turn } from './conversation.js';
import { orReport } from './failures.js';
import type { MemoryOptions } from './memory-options.js';
import { markAsData } from './recalled-text.js';

/** Recalls, once for the calls of the model that answer one message, so that these see the same prompt. */
export class RecalledTexts {
  private static readonly MAX_KEPT = 100;
  private readonly kept = new Map<string, Promise<string>>();

  constructor(private readonly options: MemoryOptions) {}

  /** The parameters with the recalled text; as they are if there is none. */
  async addTo(params: CallParams, turn: Turn): Promise<CallParams> {
    if (this.options.recall === false) return params;
    const context = await this.contextOf(params, turn);
    if (context.trim() === '') return params;
    return { ...params, prompt: withTextBefore(params.prompt, turn, markAsData(context)) };
  }

  private async contextOf(params: CallParams, turn: Turn): Promise<string> {
    const id = await idOf([callSettings(params).session ?? null, ...turn.history]);
    const known = turn.isContinued ? this.kept.get(id) : undefined;
    if (known) return known;
    const context = this.recall(turn.text, params.abortSignal);
    this.kept.delete(id);
    this.kept.set(id, context);
    const [oldest] = this.kept.keys();
    if (this.kept.size > RecalledTexts.MAX_KEPT && oldest !== undefined) this.kept.delete(oldest);
    return context;
  }

  private async recall(query: string, signal: AbortSignal | undefined): Promise<string> {
    const { client, recall, recallTimeoutMs = 2_000, onError } = this.options;
    const limits = { timeoutMs: recallTimeoutMs, ...(signal ? { signal } : {}) };
    const answer = await orReport('recall', signal?.aborted ? () => undefined : onError, () =>
      client.recall({ ...(recall === false ? {} : recall), query, format: 'context' }, limits),
    );
    return answer?.context ?? '';
  }
}
