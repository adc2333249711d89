import { NO_OBSERVATIONS, type Observations } from '#contracts/observations.js';
import type { PriorTurn, Stage } from '#extraction/pipeline/stage.js';
import { personsIn } from './capitals.js';

/** Like `capitals`, and resolves "She" in "She knows Bo" to the last person of the previous turn. */
export const pronouns: Stage = {
  name: 'pattern',
  version: 'test-1',
  run: ({ text, before = [] }) => {
    const [, friend] = /^She knows ([A-Z][a-z]+)/.exec(text) ?? [];
    const last = before.at(-1);
    const persons = personsIn(text.replace('She', 'she'));
    const claims = friend && last ? knows(last, friend) : NO_OBSERVATIONS;
    return { state: 'done', observations: { ...persons, relations: claims.relations } };
  },
};

/** The claim that the last person of a turn knows another, dependent on that turn. */
export function knows({ text, memoryId }: Pick<PriorTurn, 'text' | 'memoryId'>, friend: string): Observations {
  const name = personsIn(text).mentions.at(-1)?.name ?? 'nobody';
  const claim = {
    type: 'knows',
    from: { type: 'person', name },
    to: { type: 'person', name: friend },
    polarity: 'asserted',
    event_at_unix_nanos: 1n,
    confidence: 0.8,
    stage: 'llm',
    context: [memoryId],
  } as const;
  return { ...NO_OBSERVATIONS, relations: [claim] };
}
