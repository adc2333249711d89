import { NO_OBSERVATIONS, type MentionObservation, type RelationObservation } from '#contracts/observations.js';
import type { Stage } from '#extraction/pipeline/stage.js';

/**
 * A stage that reads how sure it is from the text: "Ruth lives in Oslo 0.4" is a claim of this confidence, "Ruth left
 * Oslo 0.4" says that it ended, and "She" is the first word of the turn before.
 */
export function doubting(
  version = 'test-1',
  doubt: (confidence: number) => number = (confidence) => confidence,
): Stage {
  return {
    ...{ name: 'pattern', version },
    run: ({ text, before = [], eventAtUnixNanos }) => {
      const relations: RelationObservation[] = [];
      const mentions: MentionObservation[] = [];
      for (const { 0: all, 1: who = '', 2: verb, 3: where = '', 4: confidence, index } of text.matchAll(CLAIM)) {
        const turn = who === 'She' ? before.at(-1) : undefined;
        const name = turn?.text.split(' ')[0] ?? who;
        const ends = { from: { type: 'person', name }, to: { type: 'place', name: where } } as const;
        const found = { confidence: doubt(Number(confidence)), stage: 'pattern' } as const;
        relations.push({
          ...{ type: 'lives_in', ...ends, polarity: verb === 'left' ? 'ended' : 'asserted' },
          ...{ event_at_unix_nanos: eventAtUnixNanos, ...found, ...(turn && { context: [turn.memoryId] }) },
        });
        const named = turn ? [ends.to] : [ends.from, ends.to];
        for (const ref of named)
          mentions.push({ ...ref, ...spanIn(all, ref.name, index), confidence: 0.9, stage: 'pattern' });
      }
      return { state: 'done', observations: { ...NO_OBSERVATIONS, mentions, relations } };
    },
  };
}

const CLAIM = /([A-Z]\w+) (lives in|left) ([A-Z]\w+) (0\.\d+)/g;

function spanIn(clause: string, name: string, index: number): { readonly start: number; readonly end: number } {
  const start = index + clause.indexOf(name);
  return { start, end: start + name.length };
}
