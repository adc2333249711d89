import { RETRIEVERS, type RetrieverName } from '#recall/retrievers/retriever.js';
import type { Caller } from '../http/routes.js';
import { percentile } from '../statistics.js';
import type { Question } from './questions.js';

/** Sets of retrievers, by name. */
export const CHOICES: Readonly<Record<string, readonly RetrieverName[]>> = {
  all: RETRIEVERS,
  ...Object.fromEntries(RETRIEVERS.map((name) => [`without ${name}`, RETRIEVERS.filter((other) => other !== name)])),
  ...Object.fromEntries(RETRIEVERS.map((name) => [`${name} alone`, [name]])),
};

/** Median milliseconds of each set: every question with every set, alternating. */
export async function choiceTimes(caller: Caller, questions: readonly Question[]): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {};
  for (const { text: query } of questions)
    for (const [choice, retrievers] of Object.entries(CHOICES)) {
      const { ms } = await caller.call({ method: 'POST', path: '/v1/recall', body: { query, retrievers } });
      (times[choice] ??= []).push(ms);
    }
  return Object.fromEntries(Object.entries(times).map(([choice, own]) => [choice, percentile(own, 0.5)]));
}
