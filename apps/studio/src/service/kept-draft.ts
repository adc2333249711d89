import { signal, type Signal } from '@preact/signals';

/** What can be changed of a memory, as a form has it. */
export interface DraftValues {
  readonly text: string;
  /** Separated by commas. */
  readonly tags: string;
  /** JSON of an object; empty for none. */
  readonly metadata: string;
  /** Local time, `2026-05-01T12:00:00`; empty for never. */
  readonly expires: string;
  readonly isPinned: boolean;
}

/** A change that somebody is writing. */
export interface MemoryDraft {
  /** Version that the form began with. */
  readonly version: number;
  /** What it began with. */
  readonly before: DraftValues;
  readonly now: DraftValues;
}

/** The tab keeps what was typed, through a reload too, until it is saved or thrown away. */
const KEPT_AS = 'engraph.studio.draft.';

const drafts = new Map<string, Signal<MemoryDraft | null>>();

/** The draft of a memory; null where none is being written. */
export function draftFor(memoryId: string): Signal<MemoryDraft | null> {
  const known = drafts.get(memoryId) ?? signal(readDraft(memoryId));
  drafts.set(memoryId, known);
  return known;
}

/** Keeps the draft of a memory; null throws it away. */
export function keepDraft(memoryId: string, draft: MemoryDraft | null): void {
  draftFor(memoryId).value = draft;
  const name = KEPT_AS + memoryId;
  try {
    if (draft === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(draft));
  } catch {
    // The storage of a tab is full: a reload loses a text so long, leaving the page does not.
  }
}

/** Throws all drafts away, as with the key by which their memories were read. */
export function forgetDrafts(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(KEPT_AS)) sessionStorage.removeItem(name);
  for (const draft of drafts.values()) draft.value = null;
}

function readDraft(memoryId: string): MemoryDraft | null {
  const kept = sessionStorage.getItem(KEPT_AS + memoryId);
  return kept === null ? null : (JSON.parse(kept) as MemoryDraft);
}
