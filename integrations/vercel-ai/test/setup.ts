import { EngraphClient } from '@engraph/client';
import { MockLanguageModelV4 } from 'ai/test';
import { newKey } from '../../testing/new-key.mjs';

export const BASE_URL = process.env['ENGRAPH_URL'] ?? '';

/** A client of an empty scope. */
export async function newClient(): Promise<EngraphClient> {
  return new EngraphClient({ baseUrl: BASE_URL, apiKey: await newKey(crypto.randomUUID()) });
}

/** A client of a port on which nothing listens. */
export const NOWHERE = new EngraphClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'secret', retry: { attempts: 1 } });

export const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

type Answer = { readonly text: string } | { readonly tool: string; readonly input: object };

/** A model that gives these answers, in this order. */
export function scriptedModel(...answers: Answer[]): MockLanguageModelV4 {
  return new MockLanguageModelV4({ doGenerate: answers.map(resultOf) });
}

function resultOf(answer: Answer, index: number) {
  if ('text' in answer)
    return {
      content: [{ type: 'text' as const, text: answer.text }],
      finishReason: { unified: 'stop' as const, raw: undefined },
      usage: USAGE,
      warnings: [],
    };
  const call = { toolCallId: `call-${index}`, toolName: answer.tool, input: JSON.stringify(answer.input) };
  return {
    content: [{ type: 'tool-call' as const, ...call }],
    finishReason: { unified: 'tool-calls' as const, raw: undefined },
    usage: USAGE,
    warnings: [],
  };
}

/** Texts and roles of all memories of a scope, oldest first. */
export async function remembered(client: EngraphClient): Promise<string[]> {
  const { items } = await client.listMemories({ dir: 'asc' });
  return items.map(({ role, text }) => `${role ?? ''}: ${text}`);
}
