import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Command } from 'commander';

/**
 * Converts chats in our notation (turns `name: text`, names `[as written|type]`, indented claims `r` and `s`, questions
 * `q text | turns from 1, or none | tag`) into the JSON of the annotated chats, with the fields that recall needs. Each
 * file becomes one scope, and each conversation a session of one day, so that a question has distractors.
 */
const program = new Command('write-own-chats')
  .argument('<files...>', 'chats in our own notation')
  .requiredOption('--out <dir>', 'folder of the JSON files')
  .option('--apart', 'a scope for each conversation', false)
  .action(run);

interface Conversation {
  readonly turns: { readonly speaker: string; readonly text: string }[];
  readonly questions: { readonly q: string; readonly evidence: readonly number[]; readonly tag: string }[];
}

const FIRST_DAY = Date.UTC(2025, 0, 6, 18);
const DAY = 86_400_000;
const MINUTE = 60_000;

async function run(files: readonly string[], { out, apart }: { out: string; apart: boolean }): Promise<void> {
  await mkdir(out, { recursive: true });
  for (const file of files) {
    const name = basename(file).replace(/\.[^.]*$/, '');
    const conversations = conversationsOf(await readFile(file, 'utf8'));
    const scopes = apart ? conversations.map((one) => [one]) : [conversations];
    for (const [i, scope] of scopes.entries()) {
      const id = apart ? `${name}-${String(i + 1)}` : name;
      await writeFile(join(out, `${id}.json`), `${JSON.stringify(scopeOf(id, scope), null, 1)}\n`);
    }
  }
}

/** A blank line, or a line `# …`, begins a new one. */
function conversationsOf(text: string): Conversation[] {
  const conversations: Conversation[] = [];
  let open: Conversation | null = null;
  for (const line of text.split('\n')) {
    if (/^\s*$|^#/.test(line)) open = null;
    else if (!/^\s/.test(line)) {
      if (open === null) conversations.push((open = { turns: [], questions: [] }));
      addLine(open, line);
    }
  }
  return conversations;
}

function addLine({ turns, questions }: Conversation, line: string): void {
  if (line.startsWith('q ')) {
    const [q = '', where = '', tag = ''] = line.slice(2).split('|');
    const evidence = where.trim() === 'none' ? [] : where.trim().split(/\s+/).map(Number);
    questions.push({ q: q.trim(), evidence, tag: tag.trim() });
    return;
  }
  const colon = line.indexOf(': ');
  const text = line.slice(colon + 2).replace(/\[([^[\]|]+)\|[^[\]]*\]/g, '$1');
  turns.push({ speaker: line.slice(0, colon), text });
}

function scopeOf(id: string, conversations: readonly Conversation[]): object {
  const turns: object[] = [];
  const questions: object[] = [];
  for (const [day, conversation] of conversations.entries()) {
    const before = turns.length;
    for (const [i, { speaker, text }] of conversation.turns.entries()) {
      const occurred_at = new Date(FIRST_DAY + day * DAY + i * MINUTE).toISOString();
      turns.push({ i: before + i, session: day + 1, speaker, text, occurred_at });
    }
    for (const { q, evidence, tag } of conversation.questions)
      questions.push({ q, evidence: evidence.map((turn) => before + turn - 1), tags: [tag] });
  }
  return { id, turns, questions };
}

await program.parseAsync();
