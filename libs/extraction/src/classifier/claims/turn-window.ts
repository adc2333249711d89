import type { EntityType } from '#contracts/ontology.js';

/** Maximum words of earlier turns, as in training. */
const CONTEXT_WORDS = 60;
/** Maximum candidates of a window; the best ones are kept. */
const MAX_CANDIDATES = 14;

/** A name in a turn, with its word span, both ends inclusive. */
export interface TurnName {
  readonly first: number;
  readonly last: number;
  readonly type: EntityType;
  readonly name: string;
}

/** A turn of a conversation in words. */
export interface SpokenTurn {
  /** Memory of the turn; null for the current one. */
  readonly memoryId: string | null;
  readonly speaker: string;
  /** Words of the speaker's name. */
  readonly label: readonly string[];
  readonly words: readonly string[];
  readonly names: readonly TurnName[];
}

/** Candidate argument of a claim; its word indices are those of the window. */
export interface MentionCandidate extends TurnName {
  /** Whether it is the speaker label before a turn. */
  readonly isSpeaker: boolean;
  /** Whether it is in the current turn, not in an earlier one. */
  readonly isInCurrentTurn: boolean;
  /** The earlier memory that mentions it; null if the current one does too. */
  readonly memoryId: string | null;
}

/**
 * Word indices of a turn in a window: its speaker label from `label`, its text from `begin` up to, not including,
 * `end`.
 */
export interface WindowTurn {
  readonly label: number;
  readonly begin: number;
  readonly end: number;
}

/** Input of the claim model: the current turn after earlier ones, each after its speaker label. */
export interface TurnWindow {
  readonly words: readonly string[];
  /** Turns in order; the current one is last. */
  readonly turns: readonly WindowTurn[];
  /** Index of the first word of the current turn, which extends to the end. */
  readonly begin: number;
  readonly candidates: readonly MentionCandidate[];
}

/** Builds the window of a turn, with as many of the latest earlier turns as fit. Each name has one candidate. */
export function turnWindow(before: readonly SpokenTurn[], turn: SpokenTurn): TurnWindow {
  const words: string[] = [];
  const turns: WindowTurn[] = [];
  let begin = 0;
  const seen = new Map<string, MentionCandidate>();
  const addCandidate = (candidate: MentionCandidate) => {
    const key = `${candidate.type} ${candidate.name.toLowerCase()}`;
    const other = seen.get(key);
    const best = !other || !ranksBelow(candidate, other) ? candidate : other;
    const ownWords = candidate.memoryId === null || other?.memoryId === null;
    seen.set(key, { ...best, memoryId: ownWords ? null : best.memoryId });
  };
  for (const spoken of [...lastOf(before), turn]) {
    const isInCurrentTurn = spoken === turn;
    const start = words.length;
    const label = [...spoken.label, ':'];
    begin = start + label.length;
    words.push(...label, ...spoken.words);
    turns.push({ label: start, begin, end: words.length });
    const { memoryId } = spoken;
    const own = { type: 'person', name: spoken.speaker, memoryId } as const;
    addCandidate({ ...own, first: start, last: start + spoken.label.length - 1, isSpeaker: true, isInCurrentTurn });
    for (const { first, last, type, name } of spoken.names) {
      addCandidate({
        type,
        name,
        memoryId,
        first: begin + first,
        last: begin + last,
        isSpeaker: false,
        isInCurrentTurn,
      });
    }
  }
  const best = [...seen.values()].sort((a, b) => (ranksBelow(a, b) ? 1 : -1)).slice(0, MAX_CANDIDATES);
  return { words, turns, begin, candidates: best.sort((a, b) => a.first - b.first) };
}

function lastOf(before: readonly SpokenTurn[]): readonly SpokenTurn[] {
  let from = before.length;
  for (let room = CONTEXT_WORDS; from > 0; from--) {
    room -= before[from - 1]?.words.length ?? 0;
    if (room < 0) break;
  }
  return before.slice(from);
}

/**
 * Whether `a` ranks below `b`: the current speaker ranks first, then names in the current turn, then later positions.
 */
function ranksBelow(a: MentionCandidate, b: MentionCandidate): boolean {
  const speaks = Number(a.isInCurrentTurn && a.isSpeaker) - Number(b.isInCurrentTurn && b.isSpeaker);
  if (speaks !== 0) return speaks < 0;
  const current = Number(a.isInCurrentTurn) - Number(b.isInCurrentTurn);
  return current !== 0 ? current < 0 : a.first < b.first;
}
