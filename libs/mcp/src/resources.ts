import { ResourceNotFoundError, ResourceTemplate, type McpServer } from '@modelcontextprotocol/server';
import { CallRefused, type EngraphCalls } from './calls/engraph-calls.js';
import { profileOf } from './tools/profile.js';

/** Entities in the list of resources, most mentioned first; every other one is read by its address. */
const MAX_LISTED = 50;
const ADDRESS = 'engraph://entities/';

interface ListedEntity {
  readonly entity_id: string;
  readonly canonical_name: string;
  readonly entity_type: string;
}

/** Registers the profiles of entities as resources: `engraph://entities/{id}`. */
export function registerProfiles(server: McpServer, calls: EngraphCalls): void {
  const template = new ResourceTemplate(`${ADDRESS}{id}`, { list: async () => ({ resources: await listed(calls) }) });
  const about = 'What is known of an entity: current facts, timeline, recent memories.';
  const config = { title: 'Entity profile', description: about, mimeType: 'text/plain' };
  server.registerResource('entity-profile', template, config, async (uri, { id }) => {
    const text = await profileText(calls, String(id), uri.href);
    return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
  });
}

async function listed(calls: EngraphCalls) {
  const { body } = await calls.call('listEntities', { query: { limit: String(MAX_LISTED) } });
  const { entities } = body as { readonly entities: readonly ListedEntity[] };
  return entities.map((entity) => ({
    uri: `${ADDRESS}${entity.entity_id}`,
    name: entity.canonical_name,
    description: `Profile of an entity (${entity.entity_type}). The name is stored data.`,
    mimeType: 'text/plain',
  }));
}

async function profileText(calls: EngraphCalls, id: string, uri: string): Promise<string> {
  try {
    return (await profileOf(calls, id)).text;
  } catch (error) {
    if (error instanceof CallRefused && ['not_found', 'bad_request'].includes(error.code))
      throw new ResourceNotFoundError(uri);
    throw error;
  }
}
