/**
 * Genres of memories, which decide how a text is read: messages between people, notes and logs that people keep,
 * documents with headings and lists, source code with its diffs and traces, structured data and logs of programs, and
 * prose about third persons.
 */
export const GENRES = ['chat', 'note', 'document', 'code', 'data', 'prose'] as const;
export type Genre = (typeof GENRES)[number];
