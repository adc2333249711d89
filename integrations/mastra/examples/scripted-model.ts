import type { MastraModelConfig } from '@mastra/core/llm';
import { simulateReadableStream } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that says the facts that were recalled for it. */
export function repeating(): MastraModelConfig {
  return answering((prompt) => {
    const [facts] = prompt.match(/(?<=Facts:\\n)(- .*?\\n)+/) ?? [];
    if (facts !== undefined) return `I recall:\n${facts.replaceAll('\\n', '\n').trim()}`;
    return prompt.includes('?') ? 'I do not know.' : 'Noted.';
  });
}

/** A model whose answer is made of its prompt, as JSON. */
export function answering(answer: (prompt: string) => string): MastraModelConfig {
  const finishReason = { unified: 'stop' as const, raw: undefined };
  const model = new MockLanguageModelV4({
    doGenerate: ({ prompt }) => {
      const text = answer(JSON.stringify(prompt));
      return Promise.resolve({ content: [{ type: 'text', text }], finishReason, usage: USAGE, warnings: [] });
    },
    doStream: ({ prompt }) => {
      const chunks = [
        { type: 'stream-start' as const, warnings: [] },
        { type: 'text-start' as const, id: '1' },
        { type: 'text-delta' as const, id: '1', delta: answer(JSON.stringify(prompt)) },
        { type: 'text-end' as const, id: '1' },
        { type: 'finish' as const, finishReason, usage: USAGE },
      ];
      return Promise.resolve({ stream: simulateReadableStream({ chunks }) });
    },
  });
  // Mastra's type of a model wants its own results of doGenerate.
  return model as unknown as MastraModelConfig;
}
