import { NO_OBSERVATIONS, type MentionObservation, type Observations } from '#contracts/observations.js';
import type { Stage } from '#extraction/pipeline/stage.js';

/** A stage that treats every capitalised word as a person; ☠ marks a name that Postgres rejects. */
export const capitals: Stage = {
  name: 'pattern',
  version: 'test-1',
  run: ({ text }) => ({ state: 'done', observations: personsIn(text) }),
};

export function personsIn(text: string, stage: MentionObservation['stage'] = 'pattern'): Observations {
  const mentions = [...text.matchAll(/[A-Z][a-z]+/g)].map(({ 0: name, index }) => ({
    type: 'person' as const,
    name: text.includes('☠') ? `${name}\0` : name,
    start: index,
    end: index + name.length,
    confidence: 0.9,
    stage,
  }));
  return { ...NO_OBSERVATIONS, mentions };
}
