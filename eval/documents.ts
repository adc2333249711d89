import 'reflect-metadata';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { CLASSIFIER_MODELS, type ClassifierModel } from '#extraction/stages.js';
import type { EngraphClient } from '../clients/typescript/src/index.js';
import { storeTurnsOnce, type Turn } from './conversation.js';
import { joinTurns, turnsInPassage } from './long-document.js';
import { readScopeFiles, type ScopeFile } from './scope-file.js';
import { scoresByType, type ScopeAnswer } from './scope-scores.js';
import { withEngraph, type ClientOf } from './service.js';

interface Options {
  readonly scopes: string;
  readonly beside?: string;
  readonly bytes: string;
  readonly keep?: string;
  readonly out: string;
  readonly model: ClassifierModel;
}

const program = new Command('eval:documents')
  .description(
    'Stores the messages of scopes twice, each alone and joined to long documents, and asks both the same questions. A document answers by the passage that its hit names.',
  )
  .requiredOption('--scopes <dir>', 'scopes of messages with questions')
  .option('--beside <dir>', 'Markdown files that are stored in both cases and answer nothing')
  .option('--bytes <number>', 'length of a document', '50000')
  .option('--keep <dir>', 'folder in which all stays stored, so that a later run only asks')
  .requiredOption('--out <file>', 'what is written')
  .addOption(new Option('--model <name>', 'of the classifier').choices(CLASSIFIER_MODELS).default('encoder'))
  .action(run);

async function run({ scopes, beside, bytes, out, model, keep }: Options): Promise<void> {
  const files = await readScopeFiles(scopes);
  const others = beside === undefined ? [] : await readOthers(beside);
  const ask = async (clientOf: ClientOf) => {
    const stored = { others, clientOf, keep };
    return { alone: await askMessages(files, stored), joined: await askDocuments(files, stored, Number(bytes)) };
  };
  const answers = await withEngraph({ CLASSIFIER_MODEL: model }, ask, keep);
  for (const [stored, own] of Object.entries(answers)) {
    process.stdout.write(`messages ${stored}\n`);
    console.table(scoresByType(own));
  }
  await writeFile(out, `${JSON.stringify(answers, null, 1)}\n`);
}

/** What is stored beside the messages, and where ids are kept. */
interface Storing {
  readonly others: readonly Turn<string>[];
  readonly clientOf: ClientOf;
  readonly keep: string | undefined;
}

/** Texts that answer nothing: their id is that of no message. */
async function readOthers(folder: string): Promise<Turn<string>[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => ({
    ...{ id: OTHER, text, occurredAt: new Date('2026-01-01T00:00:00Z'), session: 1_000_000n },
  }));
}

const OTHER = 'other';

async function store<Id>(
  agent: string,
  turns: readonly Turn<Id>[],
  { clientOf, keep }: Storing,
): Promise<{ readonly client: EngraphClient; readonly turnOf: Map<string, Id> }> {
  const client = await clientOf(agent);
  const turnOf = await storeTurnsOnce(client, turns, keep === undefined ? null : join(keep, `${agent}.turns.json`));
  process.stderr.write(`${String(turns.length)} memories stored\n`);
  return { client, turnOf };
}

async function askMessages(files: readonly ScopeFile[], storing: Storing): Promise<ScopeAnswer[]> {
  const { client, turnOf } = await store('messages', [...storing.others, ...allTurns(files)], storing);
  return askAll(client, files, ({ memory_id }) => [turnOf.get(memory_id) ?? OTHER]);
}

/** A hit stands for the messages in the passage that it names. */
async function askDocuments(files: readonly ScopeFile[], storing: Storing, bytes: number): Promise<ScopeAnswer[]> {
  const documents = joinTurns(allTurns(files), bytes);
  const numbered = documents.map((document, i) => ({ ...document, id: String(i) }));
  const { client, turnOf } = await store('documents', [...storing.others, ...numbered], storing);
  return askAll(client, files, ({ memory_id, passage }) => {
    const document = documents[Number(turnOf.get(memory_id) ?? OTHER)];
    return document && passage ? turnsInPassage(document, passage) : [OTHER];
  });
}

/** Turns of all scopes, each scope with sessions of its own. Ids name the scope. */
function allTurns(files: readonly ScopeFile[]): Turn<string>[] {
  return files.flatMap(({ scope, turns }, i) =>
    turns.map((turn) => ({ ...turn, id: `${scope} ${turn.id}`, session: BigInt(1_000 * i) + turn.session })),
  );
}

type Hit = Awaited<ReturnType<EngraphClient['recall']>>['memories'][number];

/** Asks every question; what a hit stands for is one rank, whichever of the messages answers. */
async function askAll(
  client: EngraphClient,
  files: readonly ScopeFile[],
  messagesOf: (hit: Hit) => readonly string[],
): Promise<ScopeAnswer[]> {
  const answers: ScopeAnswer[] = [];
  for (const { scope, questions } of files)
    for (const question of questions) {
      const found = await client.recall({ query: question.q, max_results: 10 });
      const gold = question.gold.map((id) => `${scope} ${id}`);
      const ranked = found.memories.map((hit) => bestOf(messagesOf(hit), gold));
      answers.push({ ...question, gold, ranked, answer_kind: found.answer_kind });
    }
  return answers;
}

function bestOf(messages: readonly string[], gold: readonly string[]): string {
  return messages.find((id) => gold.includes(id)) ?? messages[0] ?? OTHER;
}

await program.parseAsync();
