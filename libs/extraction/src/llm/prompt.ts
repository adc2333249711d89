import { dateOfNanos } from '#contracts/clock.js';
import type { ExtractionInput } from '../pipeline/stage.js';
import { namedSpeaker } from '../genre/speaker.js';
import type { LlmTask } from './llm-task.js';

const MAX_FOUND = 50;

/** User message with the memory: one JSON object, so that no text in it can terminate it. */
export function memoryMessage(input: ExtractionInput, text: string, { found, extract, questions }: LlmTask): string {
  const { role, before = [] } = input;
  const mentions = found.mentions.slice(0, MAX_FOUND);
  return JSON.stringify({
    ...{ speaker: namedSpeaker(input), role, date: isoDate(input.eventAtUnixNanos) },
    earlier_turns: before.map((turn) => ({ speaker: namedSpeaker(turn), text: turn.text })),
    ...(extract ? { found_so_far: mentions.map(({ name, type }) => ({ text: name, type })) } : {}),
    text,
    ...(questions.length > 0 ? { claims: questions.map(({ words }, i) => ({ id: i + 1, claim: words })) } : {}),
  });
}

/** Day of a time in UTC, `2026-03-14`; null if it has none. */
export function isoDate(unixNanos: bigint): string | null {
  const date = dateOfNanos(unixNanos);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
}
