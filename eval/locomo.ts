import { readFile } from 'node:fs/promises';
import type { Turn } from './conversation.js';

/** One conversation of LoCoMo, with its questions in their order. */
export interface LocomoSample {
  readonly id: string;
  readonly turns: readonly Turn<string>[];
  readonly questions: readonly string[];
}

interface File {
  readonly sample_id: string;
  readonly conversation: Readonly<Record<string, unknown>>;
  readonly qa: readonly { readonly question: string }[];
}

/** Reads a file of conversations whose sessions are `session_N`, begun at `session_N_date_time`. */
export async function readLocomo(path: string): Promise<LocomoSample[]> {
  const samples = JSON.parse(await readFile(path, 'utf8')) as File[];
  return samples.map(({ sample_id, conversation, qa }) => ({
    id: sample_id,
    turns: Object.keys(conversation)
      .flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b)
      .flatMap((number) => turnsOf(conversation, number)),
    questions: qa.map(({ question }) => question),
  }));
}

function turnsOf(conversation: File['conversation'], number: number): Turn<string>[] {
  const said = conversation[`session_${String(number)}`] as { speaker: string; dia_id: string; text: string }[];
  const began = timeOf(conversation[`session_${String(number)}_date_time`] as string);
  return said.map(({ speaker, dia_id: id, text }, i) => {
    return { id, speaker, text, occurredAt: new Date(began + i * 1000), session: BigInt(number) };
  });
}

/** Milliseconds of `1:56 pm on 8 May, 2023`, taken as UTC. */
function timeOf(text: string): number {
  const [clock = '', day = ''] = text.split(' on ');
  const time = Date.parse(`${day} ${clock} UTC`);
  if (Number.isNaN(time)) throw new Error(`no time: ${text}`);
  return time;
}
