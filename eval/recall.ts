import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import type { EngraphClient, Schemas } from '../libs/client/src/index.js';
import { readChatFiles, storeTurns, type Turn } from './conversation.js';
import { readLocomo } from './locomo.js';
import { withEngraph, type ClientOf } from './service.js';

type Retriever = NonNullable<Schemas['RecallRequest']['retrievers']>[number];

interface Options {
  readonly chat?: string;
  readonly locomo?: string;
  readonly out: string;
  readonly retrievers?: string;
}

/** What was answered to one question. */
interface Answered<Id> {
  readonly ranked: Id[];
  readonly answer_kind: string;
  readonly ms: number;
}

const program = new Command('eval:recall')
  .description(
    'Stores conversations, asks their questions by POST /v1/recall, and writes the ranked turns for a scorer.',
  )
  .option('--chat <dir>', 'annotated conversations')
  .option('--locomo <file>', 'conversations of LoCoMo')
  .requiredOption('--out <file>', 'what is written')
  .option('--retrievers <names>', 'retrievers that are asked, comma-separated')
  .action(run);

async function run({ chat, locomo, out, retrievers }: Options): Promise<void> {
  if ((chat === undefined) === (locomo === undefined)) program.error('give either --chat or --locomo');
  const asked = retrievers?.split(',') as Retriever[] | undefined;
  const predictions = await withEngraph({}, async (clientOf) => {
    if (chat !== undefined) return onChats(chat, clientOf, asked);
    return onLocomo(locomo ?? '', clientOf, asked);
  });
  await writeFile(out, `${JSON.stringify(predictions, null, 1)}\n`);
}

async function onChats(folder: string, clientOf: ClientOf, retrievers: Retriever[] | undefined): Promise<object[]> {
  const predictions: object[] = [];
  for (const { id, turns, questions } of await readChatFiles(folder)) {
    const answers = await answersOf(await clientOf(id), turns, questions, retrievers);
    predictions.push({ id, questions: questions.map((q, i) => ({ q, ...answers[i] })) });
  }
  return predictions;
}

async function onLocomo(file: string, clientOf: ClientOf, retrievers: Retriever[] | undefined): Promise<object[]> {
  const predictions: object[] = [];
  for (const { id, turns, questions } of await readLocomo(file)) {
    const answers = await answersOf(await clientOf(id), turns, questions, retrievers);
    predictions.push({ sample_id: id, questions: questions.map((question, i) => ({ question, ...answers[i] })) });
  }
  return predictions;
}

async function answersOf<Id>(
  client: EngraphClient,
  turns: readonly Turn<Id>[],
  questions: readonly string[],
  retrievers: Retriever[] | undefined,
): Promise<Answered<Id>[]> {
  const turnOf = await storeTurns(client, turns);
  process.stderr.write(`${String(turns.length)} turns stored, ${String(questions.length)} questions\n`);
  const answers: Answered<Id>[] = [];
  for (const query of questions) {
    const startedAt = performance.now();
    const found = await client.recall({ query, max_results: 50, ...(retrievers && { retrievers }) });
    const ms = performance.now() - startedAt;
    const ranked = found.memories.flatMap(({ memory_id }) => turnOf.get(memory_id) ?? []);
    answers.push({ ranked, answer_kind: found.answer_kind, ms: Math.round(ms * 100) / 100 });
  }
  return answers;
}

await program.parseAsync();
