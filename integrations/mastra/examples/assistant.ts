// An assistant that remembers over two sessions, and corrects a wrong fact. The model is scripted: it repeats what was
// recalled for it, so that the example needs no key and no network. Needs ENGRAPH_URL and ENGRAPH_API_KEY.
import { EngraphClient } from '@engraph/client';
import { EngraphMemory } from '@engraph/mastra';
import { Agent } from '@mastra/core/agent';
import { repeating } from './scripted-model.ts';

const { ENGRAPH_URL = '', ENGRAPH_API_KEY = '' } = process.env;
const client = new EngraphClient({ baseUrl: ENGRAPH_URL, apiKey: ENGRAPH_API_KEY });
const memory = new EngraphMemory({ client, waitSeconds: 30 });
const agent = new Agent({ id: 'assistant', name: 'Assistant', instructions: 'Be brief.', model: repeating(), memory });

async function ask(thread: string, prompt: string): Promise<void> {
  const { text } = await agent.generate(prompt, { memory: { thread, resource: 'Ana' } });
  console.log(`${thread}> ${prompt}\n${text}\n`);
}

await ask('monday', 'I work at Acme Corp and I live in Lisbon.');
await ask('tuesday', 'Where do I work?');

// Ana never worked at Acme Corp: the fact is retracted.
const { facts = [] } = await client.recall({ query: 'Where does Ana work?', format: 'context' });
for (const { kind, id } of facts) if (kind === 'relation') await client.retractRelation(id, {});
await ask('wednesday', 'Where do I work?');

const { threads } = await memory.listThreads({ filter: { resourceId: 'Ana' } });
console.log('Threads:', threads.map(({ id }) => id).sort());
