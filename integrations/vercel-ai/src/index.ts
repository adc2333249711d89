/** What the package offers; everything else in it may change without notice. */
export { engraphMemory } from './memory.js';
export type { MemoryOptions, RememberOptions } from './memory-options.js';
export { engraphTools, type EngraphTools, type ToolOptions } from './tools.js';
export type { MemoryFailure } from './failures.js';
