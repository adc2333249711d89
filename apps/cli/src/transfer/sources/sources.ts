import { readChatgpt } from './chatgpt.js';
import { readJsonl } from './jsonl.js';
import { readLanggraph } from './langgraph.js';
import { readMem0 } from './mem0.js';

/** Readers of the files that other systems write, by the name of the system. */
export const SOURCES = {
  mem0: readMem0,
  langgraph: readLanggraph,
  chatgpt: readChatgpt,
  jsonl: readJsonl,
} as const;
export type SourceName = keyof typeof SOURCES;
