import { signal, type Signal } from '@preact/signals';
import type { MemoryDraft } from './memory-draft.js';

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
