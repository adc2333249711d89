import { EngraphClient } from '@engraph/client';
import type { EngraphMemory } from '@engraph/mastra';
import { Agent } from '@mastra/core/agent';
import type { MastraDBMessage } from '@mastra/core/memory';
import { newKey } from '../../testing/new-key.mjs';
import { answering } from '../examples/scripted-model.ts';

export const BASE_URL = process.env['ENGRAPH_URL'] ?? '';

/** A client of an empty scope. */
export async function newClient(): Promise<EngraphClient> {
  return new EngraphClient({ baseUrl: BASE_URL, apiKey: await newKey(crypto.randomUUID()) });
}

/** A client of a port on which nothing listens. */
export const NOWHERE = new EngraphClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'secret', retry: { attempts: 1 } });

/** An agent whose model gives these answers, and the prompts that its model gets. */
export function newAgent(memory: EngraphMemory, ...answers: string[]): { agent: Agent; prompts: string[] } {
  const prompts: string[] = [];
  const model = answering((prompt) => {
    prompts.push(prompt);
    return answers.shift() ?? 'Hm.';
  });
  return { agent: new Agent({ id: 'test', name: 'Test', instructions: 'Be brief.', model, memory }), prompts };
}

/** A message with one text part, one second after another for higher `second`. */
export function message(id: string, text: string, second = 0): MastraDBMessage {
  return {
    id,
    role: 'user',
    createdAt: new Date(Date.UTC(2026, 4, 1, 12, 0, second)),
    threadId: 'thread',
    resourceId: 'Ana',
    type: 'text',
    content: { format: 2, parts: [{ type: 'text', text }], content: text },
  };
}

/** Texts of messages, in their order. */
export function textsOf(messages: readonly MastraDBMessage[]): string[] {
  return messages.map(({ content }) =>
    content.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(),
  );
}
