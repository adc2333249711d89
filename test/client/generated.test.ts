import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { clientSources, GENERATED } from '../../clients/typescript/generate/client-sources.js';

test('the generated sources of the client follow from docs/openapi.json: `npm run generate:client` writes them', async () => {
  const sources = await clientSources(JSON.parse(readFileSync('docs/openapi.json', 'utf8')));
  for (const [name, source] of Object.entries(sources))
    expect(readFileSync(`${GENERATED}/${name}`, 'utf8') === source ? 'current' : `${name} is not current`).toBe(
      'current',
    );
});
