import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { CLASSIFIER_MODELS, type ClassifierModel } from '#extraction/stages.js';
import type { EngraphClient, Schemas } from '../clients/typescript/src/index.js';
import { readChatFiles, storeTurnsOnce, type Turn } from './conversation.js';
import { readLocomo } from './locomo.js';
import { readScopeFiles } from './scope-file.js';
import { scoresByType, type ScopeAnswer } from './scope-scores.js';
import { withEngraph, type ClientOf } from './service.js';

type Retriever = NonNullable<Schemas['RecallRequest']['retrievers']>[number];

interface Options {
  readonly chat?: string;
  readonly locomo?: string;
  readonly scopes?: string;
  readonly out: string;
  readonly retrievers?: string;
  readonly model: ClassifierModel;
  readonly keep?: string;
}

/** How questions are asked, and where the ids of stored turns are kept. */
interface Asking {
  readonly retrievers: Retriever[] | undefined;
  readonly keep: string | undefined;
}

/** Response to one question. */
interface Answered<Id> {
  readonly ranked: Id[];
  readonly answer_kind: string;
  /** Text for a prompt. */
  readonly context: string;
  readonly facts: readonly Schemas['ContextFact'][];
  readonly ms: number;
}

const program = new Command('eval:recall')
  .description(
    'Stores conversations, asks their questions by POST /v1/recall, and writes the ranked turns for a scorer.',
  )
  .option('--chat <dir>', 'annotated conversations')
  .option('--locomo <file>', 'conversations of LoCoMo')
  .option('--scopes <dir>', 'scopes of messages with questions; figures by type of question are printed')
  .requiredOption('--out <file>', 'what is written')
  .option('--retrievers <names>', 'retrievers that are asked, comma-separated')
  .addOption(new Option('--model <name>', 'of the classifier').choices(CLASSIFIER_MODELS).default('encoder'))
  .option('--keep <dir>', 'folder in which turns stay stored, so that a later run only asks')
  .action(run);

async function run({ chat, locomo, scopes, out, retrievers, model, keep }: Options): Promise<void> {
  const given = [chat, locomo, scopes].filter((path) => path !== undefined);
  if (given.length !== 1) program.error('give one of --chat, --locomo and --scopes');
  const asking = { retrievers: retrievers?.split(',') as Retriever[] | undefined, keep };
  const ask = (clientOf: ClientOf): Promise<object[]> =>
    chat !== undefined
      ? onChats(chat, clientOf, asking)
      : locomo !== undefined
        ? onLocomo(locomo, clientOf, asking)
        : onScopes(scopes ?? '', clientOf, asking);
  const predictions = await withEngraph({ CLASSIFIER_MODEL: model }, ask, keep);
  await writeFile(out, `${JSON.stringify(predictions, null, 1)}\n`);
}

async function onChats(folder: string, clientOf: ClientOf, asking: Asking): Promise<object[]> {
  const predictions: object[] = [];
  for (const chat of await readChatFiles(folder)) {
    const answers = await answersOf(await clientOf(chat.id), chat, asking);
    predictions.push({ id: chat.id, questions: chat.questions.map((q, i) => ({ q, ...answers[i] })) });
  }
  return predictions;
}

async function onLocomo(file: string, clientOf: ClientOf, asking: Asking): Promise<object[]> {
  const predictions: object[] = [];
  for (const sample of await readLocomo(file)) {
    const answers = await answersOf(await clientOf(sample.id), sample, asking);
    const questions = sample.questions.map((question, i) => ({ question, ...answers[i] }));
    predictions.push({ sample_id: sample.id, questions });
  }
  return predictions;
}

async function onScopes(folder: string, clientOf: ClientOf, asking: Asking): Promise<object[]> {
  const answers: (ScopeAnswer & { readonly scope: string })[] = [];
  for (const { scope, turns, questions } of await readScopeFiles(folder)) {
    const asked = { id: scope, turns, questions: questions.map(({ q }) => q) };
    const given = await answersOf(await clientOf(scope), asked, asking);
    questions.forEach((question, i) => {
      const answer = given[i];
      if (answer) answers.push({ scope, ...question, ...answer });
    });
  }
  console.table(scoresByType(answers));
  return answers;
}

interface Conversation<Id> {
  readonly id: string;
  readonly turns: readonly Turn<Id>[];
  readonly questions: readonly string[];
}

async function answersOf<Id>(
  client: EngraphClient,
  { id, turns, questions }: Conversation<Id>,
  { retrievers, keep }: Asking,
): Promise<Answered<Id>[]> {
  const turnOf = await storeTurnsOnce(client, turns, keep === undefined ? null : join(keep, `${id}.turns.json`));
  process.stderr.write(`${String(turns.length)} turns stored, ${String(questions.length)} questions\n`);
  const answers: Answered<Id>[] = [];
  for (const query of questions) {
    const startedAt = performance.now();
    const found = await client.recall({ query, max_results: 50, format: 'context', ...(retrievers && { retrievers }) });
    const ms = performance.now() - startedAt;
    const ranked = found.memories.flatMap(({ memory_id }) => turnOf.get(memory_id) ?? []);
    answers.push({
      ranked,
      answer_kind: found.answer_kind,
      context: found.context ?? '',
      facts: found.facts ?? [],
      ms: Math.round(ms * 100) / 100,
    });
  }
  return answers;
}

await program.parseAsync();
