import type { NameRef } from '#contracts/observations.js';
import { signerOf, signerOfLetter } from './signer.js';
import type { Turn } from '../pipeline/stage.js';

/** Name of the speaker if a memory does not state it. */
export const UNKNOWN_SPEAKER = 'user';

/**
 * Speaker of a memory, to whom "I" refers: who signed it, else who stored it. If the memory states who stored it, only
 * the signer of a whole letter is somebody else: who pastes one among words of their own speaks for themselves. Null in
 * turns of the assistant, and in those of the system or a tool that nobody signed.
 */
export function speakerOf({ speaker, role, text }: Turn): NameRef | null {
  if (role === 'assistant') return null;
  const stated = speaker?.trim() ?? '';
  const isPerson = role === null || role === 'user';
  if (isPerson && stated !== '') {
    const author = signerOfLetter(text);
    return { type: 'person', name: author !== null && isOther(author, stated) ? author : stated };
  }
  const signer = signerOf(text);
  if (signer !== null) return { type: 'person', name: signer };
  return isPerson ? { type: 'person', name: UNKNOWN_SPEAKER } : null;
}

/** Name of the speaker as the claims have it; null where nobody is named. */
export function namedSpeaker(turn: Turn): string | null {
  const name = speakerOf(turn)?.name ?? turn.speaker?.trim() ?? '';
  return name === '' || name === UNKNOWN_SPEAKER ? null : name;
}

/** Whether a full name is certainly that of somebody else: "Roz" may be the speaker Rosalind, "Laura Smit" is not. */
function isOther(signer: string, speaker: string): boolean {
  const words = signer.toLowerCase().split(' ');
  return words.length > 1 && !words.some((word) => speaker.toLowerCase().includes(word));
}
