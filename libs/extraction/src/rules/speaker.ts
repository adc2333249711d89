import type { NameRef } from '#contracts/observations.js';
import type { ExtractionInput } from '../pipeline/stage.js';

/** Name of the person who speaks where a memory does not say. */
export const UNKNOWN_SPEAKER = 'user';

/** Who says "I" in a memory; null in an assistant's or the system's turns, which make no person of it. */
export function speakerOf({ speaker, role }: ExtractionInput): NameRef | null {
  if (role === 'assistant' || role === 'system') return null;
  const name = speaker?.trim();
  return { type: 'person', name: name === undefined || name === '' ? UNKNOWN_SPEAKER : name };
}
