// An assistant that remembers over two sessions, and corrects a wrong fact. The model is scripted: it repeats what it
// finds in its prompt, so that the example needs no key and no network. Needs ENGRAPH_URL and ENGRAPH_API_KEY.
import { EngraphClient } from '@engraph/client';
import { engraphMemory, engraphTools } from '@engraph/vercel-ai';
import { generateText, isStepCount, wrapLanguageModel } from 'ai';
import { lookingUp, repeating } from './scripted-models.ts';

const { ENGRAPH_URL = '', ENGRAPH_API_KEY = '' } = process.env;
const client = new EngraphClient({ baseUrl: ENGRAPH_URL, apiKey: ENGRAPH_API_KEY });

async function ask(session: string, prompt: string): Promise<void> {
  const memory = engraphMemory({ client, session, speaker: 'Ana', remember: { waitSeconds: 30 } });
  const { text } = await generateText({ model: wrapLanguageModel({ model: repeating(), middleware: memory }), prompt });
  console.log(`${session}> ${prompt}\n${text}\n`);
}

await ask('monday', 'I work at Acme Corp and I live in Lisbon.');
await ask('tuesday', 'Where does Ana work?');

// The model finds the fact by `recall`, and retracts it by `correct`.
const tools = engraphTools({ client });
const prompt = 'I never worked at Acme Corp!';
const { text } = await generateText({
  model: lookingUp('Where does Ana work?'),
  tools,
  prompt,
  stopWhen: isStepCount(5),
});
console.log(`tuesday> ${prompt}\n${text}\n`);

const { facts = [] } = await client.recall({ query: 'Where does Ana work?', format: 'context' });
console.log(
  'Facts about where Ana works:',
  facts.map((fact) => fact.text),
);
