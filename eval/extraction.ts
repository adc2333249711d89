import 'reflect-metadata';
import { mkdir, writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { SETTINGS } from '#config/settings.js';
import { CLASSIFIER_MODELS, stagesOf, type ClassifierModel } from '#extraction/stages.js';
import { chatGraph, type ChatGraph } from './chat-graph.js';
import { readChatFiles, storeTurns } from './conversation.js';
import { peerTagsOf, tagFile, tagsOf } from './ner-tags.js';
import { withEngraph } from './service.js';

interface Options {
  readonly chat?: string;
  readonly ner?: string[];
  readonly out: string;
  readonly stages: string;
  readonly model: ClassifierModel;
  readonly fact: string;
  readonly peer?: 'compromise';
}

const program = new Command('eval:extraction')
  .description('Writes what the extraction finds, for a scorer: graphs of chats, or tags of sentences.')
  .option('--chat <dir>', 'annotated conversations; each goes through HTTP into a scope of its own')
  .option('--ner <file...>', 'files of tokens, a sentence a line')
  .requiredOption('--out <path>', 'file of the graphs, or folder of the tags')
  .option('--stages <names>', 'stages that run, comma-separated', 'pattern,classifier')
  .addOption(new Option('--model <name>', 'of the classifier').choices(CLASSIFIER_MODELS).default('encoder'))
  .option('--fact <confidence>', 'minimum confidence of a fact', SETTINGS.FACT_MIN_CONFIDENCE.fallback)
  .addOption(new Option('--peer <name>', 'tags by another library, for --ner').choices(['compromise']))
  .action(run);

async function run({ chat, ner, out, stages, model, fact, peer }: Options): Promise<void> {
  if ((chat === undefined) === (ner === undefined)) program.error('give either --chat or --ner');
  if (ner !== undefined) {
    await mkdir(out, { recursive: true });
    const chosen = peer === undefined ? stagesOf(stages.split(','), model) : null;
    const tags = (tokens: readonly string[]) => (chosen === null ? peerTagsOf(tokens) : tagsOf(tokens, chosen));
    for (const file of ner) await tagFile(file, out, tags);
  }
  if (chat !== undefined && peer !== undefined) program.error('--peer is for --ner');
  if (chat === undefined) return;
  const settings = { EXTRACTION_STAGES: stages, CLASSIFIER_MODEL: model, FACT_MIN_CONFIDENCE: fact };
  await writeFile(out, `${JSON.stringify(await graphsOf(chat, settings), null, 1)}\n`);
}

async function graphsOf(folder: string, settings: Readonly<Record<string, string>>): Promise<ChatGraph[]> {
  const files = await readChatFiles(folder);
  return withEngraph(settings, async (clientOf) => {
    const graphs: ChatGraph[] = [];
    for (const { id, turns } of files) {
      const client = await clientOf(id);
      graphs.push(await chatGraph(client, id, await storeTurns(client, turns)));
      process.stderr.write(`${id}: ${String(turns.length)} turns\n`);
    }
    return graphs;
  });
}

await program.parseAsync();
