import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Turn } from './conversation.js';

/** A question about a scope of messages. */
export interface ScopeQuestion {
  readonly q: string;
  readonly type: string;
  /** Messages that answer: all of them where the type needs several, else any of them; none where nothing answers. */
  readonly gold: readonly string[];
}

/** A scope of messages as agents store them, as far as it is shown to Engraph and asked about. */
export interface ScopeFile {
  readonly name: string;
  readonly scope: string;
  readonly turns: readonly Turn<string>[];
  readonly questions: readonly ScopeQuestion[];
}

interface Written {
  readonly scope: string;
  readonly messages: readonly {
    readonly id: string;
    readonly session: number;
    readonly speaker?: string | null;
    readonly role?: Turn<string>['role'] | null;
    readonly occurred_at: string;
    readonly text: string;
  }[];
  readonly questions?: readonly ScopeQuestion[];
}

/** The scope files of a folder, in the order of their names. */
export async function readScopeFiles(folder: string): Promise<ScopeFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(names.map((name) => readScopeFile(folder, name)));
}

async function readScopeFile(folder: string, name: string): Promise<ScopeFile> {
  const { scope, messages, questions = [] } = JSON.parse(await readFile(join(folder, name), 'utf8')) as Written;
  const turns = messages.map(({ id, session, speaker, role, occurred_at, text }) => ({
    ...{ id, text, session: BigInt(session), occurredAt: new Date(occurred_at) },
    ...{ speaker: speaker ?? undefined, role: role ?? undefined },
  }));
  return { name, scope, turns, questions };
}
