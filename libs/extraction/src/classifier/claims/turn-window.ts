import type { EntityType } from '#contracts/ontology.js';

/** Of the turns before, as many of the last words as the model was trained with. */
const CONTEXT_WORDS = 60;
/** The names that claims are looked for between; the last of them, where there are more. */
const MAX_CANDIDATES = 14;

/** A name in a turn: its words, first to last. */
export interface TurnName {
  readonly first: number;
  readonly last: number;
  readonly type: EntityType;
  readonly name: string;
}

/** What somebody said, in words. */
export interface SpokenTurn {
  /** The memory that it was said in; null for the one that is read. */
  readonly memoryId: string | null;
  readonly speaker: string;
  /** The words of the speaker's name. */
  readonly label: readonly string[];
  readonly words: readonly string[];
  readonly names: readonly TurnName[];
}

/** A name that a claim may be about; its words are counted from the begin of the window. */
export interface MentionCandidate extends TurnName {
  /** Whether it stands before a turn, as the name of who speaks. */
  readonly isSpeaker: boolean;
  /** Whether it belongs to the turn that is read, not to one before. */
  readonly isInCurrentTurn: boolean;
  /** The memory before that alone says it; null where the one that is read does too. */
  readonly memoryId: string | null;
}

/** Where the words of a turn stand in a window: those of who speaks, and from `begin` on to before `end` what they say. */
export interface WindowTurn {
  readonly label: number;
  readonly begin: number;
  readonly end: number;
}

/** A turn behind those before it, as the model reads them: who speaks stands before each. */
export interface TurnWindow {
  readonly words: readonly string[];
  /** The turns in their order; that which is read is the last. */
  readonly turns: readonly WindowTurn[];
  /** Where the words of the turn itself begin; they go to the end. */
  readonly begin: number;
  readonly candidates: readonly MentionCandidate[];
}

/** Puts a turn behind the last of those before it that fit. One candidate stands for all places of a name. */
export function turnWindow(before: readonly SpokenTurn[], turn: SpokenTurn): TurnWindow {
  const words: string[] = [];
  const turns: WindowTurn[] = [];
  let begin = 0;
  const seen = new Map<string, MentionCandidate>();
  const see = (candidate: MentionCandidate) => {
    const key = `${candidate.type} ${candidate.name.toLowerCase()}`;
    const other = seen.get(key);
    const best = !other || !comesBefore(candidate, other) ? candidate : other;
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
    see({ ...own, first: start, last: start + spoken.label.length - 1, isSpeaker: true, isInCurrentTurn });
    for (const { first, last, type, name } of spoken.names) {
      see({ type, name, memoryId, first: begin + first, last: begin + last, isSpeaker: false, isInCurrentTurn });
    }
  }
  const best = [...seen.values()].sort((a, b) => (comesBefore(a, b) ? 1 : -1)).slice(0, MAX_CANDIDATES);
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

/** Whether the first is the lesser place of a name: best is who speaks now, then what this turn says, then the latest. */
function comesBefore(a: MentionCandidate, b: MentionCandidate): boolean {
  const speaks = Number(a.isInCurrentTurn && a.isSpeaker) - Number(b.isInCurrentTurn && b.isSpeaker);
  if (speaks !== 0) return speaks < 0;
  const current = Number(a.isInCurrentTurn) - Number(b.isInCurrentTurn);
  return current !== 0 ? current < 0 : a.first < b.first;
}
