import type { NameRef } from '#contracts/observations.js';
import type { ExtractionInput } from '../pipeline/stage.js';

/** Name of the speaker if a memory does not state it. */
export const UNKNOWN_SPEAKER = 'user';

/** Speaker of a memory, to whom "I" refers; null in turns of the assistant, the system or a tool. */
export function speakerOf({ speaker, role }: ExtractionInput): NameRef | null {
  if (role !== null && role !== 'user') return null;
  const name = speaker?.trim();
  return { type: 'person', name: name === undefined || name === '' ? UNKNOWN_SPEAKER : name };
}
