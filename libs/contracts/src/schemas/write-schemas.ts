import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'lossless-json';
import { publishedSchemas } from './published-schemas.js';

/** Folder of the published schemas. This script writes them all; run it from the repository root, then run prettier. */
const FOLDER = 'libs/contracts/schemas';

for (const [name, schema] of publishedSchemas()) {
  writeFileSync(join(FOLDER, name), `${stringify(schema, undefined, 2) ?? ''}\n`);
}
