import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseExact } from '#contracts/exact-json.js';
import type { JsonSchema } from '#contracts/schemas/json-schema.js';
import { fetchDocument, type FindService } from '#mcp/calls/http-calls.js';

/** OpenAPI document of this version, which the build puts beside the programs. */
const PACKAGED = new URL('../../../../docs/openapi.json', import.meta.url);

/** Time for a service to give its document, within which clients still wait for a server to start. */
const FETCH_MS = 10_000;

/** What a service of this version can do. */
export async function packagedDocument(): Promise<JsonSchema> {
  return parseExact(await readFile(PACKAGED, 'utf8')) as JsonSchema;
}

/** What a service can do, by itself. @throws Error if it does not say so in time */
export function servedDocument(find: FindService): Promise<JsonSchema> {
  const tooLate = pause(FETCH_MS, undefined, { ref: false }).then(() => {
    throw new Error('the service did not give its OpenAPI document in time');
  });
  return Promise.race([fetchDocument(find), tooLate]);
}
