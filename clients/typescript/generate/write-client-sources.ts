import { readFileSync, writeFileSync } from 'node:fs';
import { clientSources, GENERATED } from './client-sources.js';
import type { Json } from './wide-integers.js';

/** Writes what follows from docs/openapi.json; run it from the repository root. */
const sources = await clientSources(JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as Json);
for (const [name, source] of Object.entries(sources)) writeFileSync(`${GENERATED}/${name}`, source);
