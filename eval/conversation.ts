import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngraphClient } from '../clients/typescript/src/index.js';

type Role = 'user' | 'assistant' | 'system' | 'tool';

/** One turn, whatever the file it comes from. */
export interface Turn<Id> {
  readonly id: Id;
  /** Absent where the file names none. */
  readonly speaker?: string | undefined;
  readonly role?: Role | undefined;
  readonly text: string;
  readonly occurredAt: Date;
  readonly session: bigint;
}

/** One of the annotated chat files, as far as it is shown to Engraph and asked about. */
export interface ChatFile {
  readonly id: string;
  readonly turns: readonly Turn<number>[];
  readonly questions: readonly string[];
}

const NANOS_PER_MS = 1_000_000n;
/** Seconds; a slower turn is an error that the run should report. */
const LONGEST_EXTRACTION = 30;

/**
 * Stores turns in their order, each when the one before is in the graph.
 * @returns the id of the turn of each memory
 */
export async function storeTurns<Id>(client: EngraphClient, turns: readonly Turn<Id>[]): Promise<Map<string, Id>> {
  const turnOf = new Map<string, Id>();
  for (const { id, speaker, role, text, occurredAt, session } of turns) {
    const occurred_at = BigInt(occurredAt.getTime()) * NANOS_PER_MS;
    const stored = await client.encodeMemory(
      { text, ...(speaker && { speaker }), ...(role && { role }), session, occurred_at },
      { waitSeconds: LONGEST_EXTRACTION },
    );
    turnOf.set(stored.memory_id, id);
  }
  return turnOf;
}

/**
 * As `storeTurns`, but what an earlier run stored in the same kept folder is taken as it is.
 * @param file where the ids are kept; null where nothing is
 */
export async function storeTurnsOnce<Id>(
  client: EngraphClient,
  turns: readonly Turn<Id>[],
  file: string | null,
): Promise<Map<string, Id>> {
  if (file === null) return storeTurns(client, turns);
  if (existsSync(file)) return new Map(JSON.parse(await readFile(file, 'utf8')) as [string, Id][]);
  const turnOf = await storeTurns(client, turns);
  await writeFile(file, JSON.stringify([...turnOf]));
  return turnOf;
}

/** The chat files of a folder, in the order of their names. */
export async function readChatFiles(folder: string): Promise<ChatFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(names.map((name) => readChatFile(join(folder, name))));
}

async function readChatFile(path: string): Promise<ChatFile> {
  const file = JSON.parse(await readFile(path, 'utf8')) as {
    id: string;
    turns: {
      i: number;
      session?: number;
      speaker?: string;
      role?: Role;
      text: string;
      occurred_at: string;
    }[];
    questions: { q: string }[];
  };
  const turns = file.turns.map(({ i, session = 1, speaker, role, text, occurred_at }) => ({
    id: i,
    ...{ speaker, role, text, occurredAt: new Date(occurred_at), session: BigInt(session) },
  }));
  return { id: file.id, turns, questions: file.questions.map(({ q }) => q) };
}
