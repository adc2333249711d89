import { NO_OBSERVATIONS, type Observations } from '#contracts/observations.js';
import type { PriorTurn, Stage } from '#extraction/pipeline/stage.js';
import { personsIn } from './capitals.js';

/** A stage that finds persons as `capitals` does, and takes "She knows Bo" of whom the turn before names last. */
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

/** That the person whom a turn names last knows another, as read with that turn. */
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
