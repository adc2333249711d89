import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'lossless-json';
import { publishedSchemas } from './published-schemas.js';

/** Writes every published schema as a file; run it from the repository root, then prettier. */
const FOLDER = 'libs/contracts/schemas';

for (const [name, schema] of publishedSchemas()) {
  writeFileSync(join(FOLDER, name), `${stringify(schema, undefined, 2) ?? ''}\n`);
}
