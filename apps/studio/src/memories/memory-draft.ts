import { isLosslessNumber, parse, stringify } from 'lossless-json';
import type { Body } from '../../../../clients/typescript/src/index.js';
import type { DraftValues, MemoryDraft } from '../service/kept-draft.js';
import type { Stored } from './inspected.js';

type Change = Body<'reviseMemory'>;
type Changeable = Pick<Stored, 'text' | 'tags' | 'metadata' | 'expires_at' | 'pinned' | 'version'>;

/** A draft without a change. */
export function draftOf(memory: Changeable): MemoryDraft {
  const values = valuesOf(memory);
  return { version: memory.version, before: values, now: values };
}

/** A memory as its form has it. */
export function valuesOf({ text, tags, metadata, expires_at, pinned }: Changeable): DraftValues {
  return {
    ...{ text, tags: tags.join(', '), isPinned: pinned },
    metadata: metadata === null ? '' : (stringify(metadata, undefined, 2) ?? ''),
    expires: expires_at === null ? '' : localTime(new Date(expires_at)),
  };
}

/** The change that a draft asks for, only what is different; or why it cannot be made. */
export function changeOf({ before, now }: MemoryDraft): { readonly change: Change } | { readonly fault: string } {
  const change: Change = {};
  if (now.text !== before.text) change.text = now.text;
  if (now.tags !== before.tags) change.tags = tagsOf(now.tags);
  if (now.isPinned !== before.isPinned) change.pinned = now.isPinned;
  if (now.expires !== before.expires) {
    const time = new Date(now.expires);
    if (now.expires !== '' && Number.isNaN(time.getTime())) return { fault: 'The time of expiry is none.' };
    change.expires_at = now.expires === '' ? null : time.toISOString();
  }
  if (now.metadata !== before.metadata) {
    const metadata = metadataOf(now.metadata);
    if (metadata === undefined) return { fault: 'The metadata is no JSON object.' };
    change.metadata = metadata;
  }
  if (now.text.trim() === '') return { fault: 'A text is needed.' };
  return { change };
}

/** Whether a draft asks for any change. */
export function isChanged({ before, now }: MemoryDraft): boolean {
  return stringify(before) !== stringify(now);
}

/**
 * A draft on top of what somebody else made of the memory meanwhile: what was typed stays, and what was not touched
 * becomes theirs.
 */
export function rebased({ before, now }: MemoryDraft, memory: Changeable): MemoryDraft {
  const theirs = valuesOf(memory);
  const kept = Object.entries(now).filter(([name, value]) => value !== before[name as keyof DraftValues]);
  return { version: memory.version, before: theirs, now: { ...theirs, ...Object.fromEntries(kept) } };
}

function tagsOf(text: string): string[] {
  return text.split(',').flatMap((tag) => tag.trim() || []);
}

/** Undefined for what is no JSON object; null for none. */
function metadataOf(text: string): Record<string, unknown> | null | undefined {
  if (text.trim() === '') return null;
  try {
    const value: unknown = parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function localTime(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}
