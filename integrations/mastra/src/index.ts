/** What the package offers; everything else in it may change without notice. */
export { EngraphMemory } from './engraph-memory.js';
export { EngraphStore } from './engraph-store.js';
export type { EngraphMemoryOptions, EngraphStoreOptions, RecallOptions } from './options.js';
