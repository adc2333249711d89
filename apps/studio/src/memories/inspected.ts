import type { Schemas } from '../../../../clients/typescript/src/index.js';

export type Inspected = Schemas['InspectedMemory'];
export type Stored = Schemas['MemoryWithVersions'];
