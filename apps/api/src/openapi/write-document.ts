import { writeFileSync } from 'node:fs';
import { stringify } from 'lossless-json';
import { openApiDocument } from './document.js';

/** Writes docs/openapi.json. Run it from the repository root, then run prettier. */
writeFileSync('docs/openapi.json', `${stringify(openApiDocument(), undefined, 2) ?? ''}\n`);
