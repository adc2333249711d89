import type { NameRef } from '#contracts/observations.js';
import { senderOf } from './sender.js';
import { signerOf, signerOfLetter } from './signer.js';
import type { Turn } from '../pipeline/stage.js';

/** Name of the speaker if a memory does not state it. */
export const UNKNOWN_SPEAKER = 'user';

/**
 * Speaker of a memory, to whom "I" refers: who sent or signed it, else who stored it. If the memory states who stored
 * it, only the sender of a mail and the signer of a whole letter are somebody else: who pastes one among words of their
 * own speaks for themselves. Null in turns of the assistant, in those of the system or a tool that nobody signed, and
 * in mails that do not tell who wrote them.
 */
export function speakerOf(turn: Turn): NameRef | null {
  if (turn.role === 'assistant') return null;
  const stored = turn.speaker?.trim() ?? '';
  const sender = senderOf(turn.text);
  if (sender !== null) return spokenBy(sender.name ?? signerOf(turn.text), stored);
  return signerOrStorer(turn, stored);
}

function signerOrStorer({ role, text }: Turn, stored: string): NameRef | null {
  const isPerson = role === null || role === 'user';
  if (isPerson && stored !== '') {
    const author = signerOfLetter(text);
    return { type: 'person', name: author !== null && isOther(author, stored) ? author : stored };
  }
  const signer = signerOf(text);
  if (signer !== null) return { type: 'person', name: signer };
  return isPerson ? { type: 'person', name: UNKNOWN_SPEAKER } : null;
}

/** Who writes in a mail: the one who stored it, if the given name is theirs ("Femke Smit" is not "Laura Smit"). */
function spokenBy(sender: string | null, stored: string): NameRef | null {
  if (sender === null) return null;
  const [given = ''] = sender.toLowerCase().split(' ');
  const isOwn = stored.toLowerCase().split(/\s+/).includes(given);
  return { type: 'person', name: isOwn ? stored : sender };
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
