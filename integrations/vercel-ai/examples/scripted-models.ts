import { MockLanguageModelV4 } from 'ai/test';

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

function saying(text: string) {
  const content = [{ type: 'text' as const, text }];
  return { content, finishReason: { unified: 'stop' as const, raw: undefined }, usage: USAGE, warnings: [] };
}

function calling(toolName: string, input: object) {
  const content = [{ type: 'tool-call' as const, toolCallId: toolName, toolName, input: JSON.stringify(input) }];
  return { content, finishReason: { unified: 'tool-calls' as const, raw: undefined }, usage: USAGE, warnings: [] };
}

/** A model that says what was recalled for it. */
export function repeating(): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: ({ prompt }) => {
      const [recalled] = JSON.stringify(prompt).match(/(?<=\\n\\n)[^"]*(?=\\n<\/recalled-memory>)/) ?? [];
      return Promise.resolve(
        saying(recalled === undefined ? 'Noted.' : `I recall:\n${recalled.replaceAll('\\n', '\n')}`),
      );
    },
  });
}

/** A model that asks its memory a question, and retracts the first fact that it is told. */
export function lookingUp(query: string): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: ({ prompt }) => {
      const results = prompt.flatMap((message) => (message.role === 'tool' ? message.content : []));
      const last = results.at(-1);
      if (last?.type !== 'tool-result') return Promise.resolve(calling('recall', { query }));
      if (last.toolName === 'correct') return Promise.resolve(saying('Sorry, I have corrected it.'));
      const { facts } = (last.output as unknown as { value: { facts: { fact: string }[] } }).value;
      return Promise.resolve(calling('correct', { fact: facts[0]?.fact, holds: false }));
    },
  });
}
