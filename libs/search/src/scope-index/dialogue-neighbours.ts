import type { MemoryFeatures } from './scope-index.js';

/**
 * Longest pause between two turns of a dialogue, in nanoseconds: an hour. What comes later in the session is another
 * matter, as are the entries of a log and the documents of a folder.
 */
const MAX_PAUSE_NANOS = 3_600_000_000_000n;

/** Features by which a turn of a dialogue is known. */
export type TurnFeatures = Pick<MemoryFeatures, 'speaker' | 'role' | 'eventTimeNanos'>;

/** Turns before and after a message, nearest first. */
export interface TurnsAround<Turn> {
  readonly before: readonly Turn[];
  readonly after: readonly Turn[];
}

/**
 * The neighbours of a message in its session that belong to one dialogue with it: said by people or an assistant, none
 * later than an hour after the one before, and by at least two speakers. Between entries of a log, notes, documents and
 * outputs of tools, which merely follow each other, there are none.
 * @param around messages of the session, nearest first
 */
export function dialogueNeighbours<Turn>(
  own: Turn,
  around: TurnsAround<Turn>,
  featuresOf: (turn: Turn) => TurnFeatures,
): TurnsAround<Turn> {
  const before = withoutPause(own, around.before, featuresOf);
  const after = withoutPause(own, around.after, featuresOf);
  const [voice, ...others] = [own, ...before, ...after].map((turn) => voiceOf(featuresOf(turn)));
  return voice !== null && others.some((other) => other !== voice) ? { before, after } : NOBODY;
}

const NOBODY = { before: [], after: [] };

/** The nearest turns, up to the first that nobody said or that a pause sets apart. */
function withoutPause<Turn>(
  own: Turn,
  turns: readonly Turn[],
  featuresOf: (turn: Turn) => TurnFeatures,
): readonly Turn[] {
  let last = featuresOf(own).eventTimeNanos;
  const end = turns.findIndex((turn) => {
    const features = featuresOf(turn);
    const pause = features.eventTimeNanos - last;
    last = features.eventTimeNanos;
    return voiceOf(features) === null || pause > MAX_PAUSE_NANOS || pause < -MAX_PAUSE_NANOS;
  });
  return end < 0 ? turns : turns.slice(0, end);
}

/** Who said a message; null if nobody did, or nobody knows. */
function voiceOf({ speaker, role }: TurnFeatures): string | null {
  return role === 'tool' || role === 'system' ? null : (speaker ?? role);
}
