import { median } from '../statistics.js';
import type { Question } from './questions.js';

/** Response to an invalid question. */
export interface BadAnswer {
  readonly what: string;
  readonly status: number;
  readonly memories: number | null;
  /** Median. */
  readonly ms: number;
}

/** An api, with keys of a large and an empty scope. */
export interface Askable {
  readonly port: number;
  readonly key: string;
  readonly emptyKey: string;
}

const MEBIBYTE = 1_048_576;
const CALLS = 15;

/** Sends invalid questions several times each, after a warm-up. */
export async function askBadly(api: Askable, questions: readonly Question[]): Promise<BadAnswer[]> {
  const words = questions.map(({ text }) => text).join(' ');
  const long = `${words} `.repeat(Math.ceil(MEBIBYTE / words.length)).slice(0, MEBIBYTE);
  const asked: readonly (readonly [string, string, string])[] = [
    ['an ordinary question', questions[0]?.text ?? '', api.key],
    ['blank', '  \n ', api.key],
    ['a mebibyte of words', long, api.key],
    ['a mebibyte without a space', 'x'.repeat(MEBIBYTE), api.key],
    ['emoji only', '🎉🔥😂🎂', api.key],
    ['stop words only', 'what is it that they were doing there, and why', api.key],
    ['operators of tsquery', `a & b | !c:* <-> ('d' <2> e) & !!`, api.key],
    ['SQL', `'; DROP TABLE memories; -- %' OR 1=1`, api.key],
    ['no memory at all', questions[0]?.text ?? '', api.emptyKey],
  ];
  const answers: BadAnswer[] = [];
  for (const [what, query, key] of asked) answers.push({ what, ...(await answered(api.port, key, query)) });
  return answers;
}

async function answered(port: number, key: string, query: string): Promise<Omit<BadAnswer, 'what'>> {
  const times: number[] = [];
  let last = { status: 0, memories: null as number | null };
  for (let call = -1; call < CALLS; call += 1) {
    const from = performance.now();
    const response = await fetch(`http://127.0.0.1:${String(port)}/v1/recall`, {
      ...{ method: 'POST', headers: { 'x-api-key': key, 'content-type': 'application/json' } },
      body: JSON.stringify({ query }),
    });
    const { memories } = (await response.json()) as { memories?: readonly unknown[] };
    if (call >= 0) times.push(performance.now() - from);
    last = { status: response.status, memories: memories?.length ?? null };
  }
  return { ...last, ms: median(times) };
}
