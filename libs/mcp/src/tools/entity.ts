import { CallRefused, type EngraphCalls } from '../calls/engraph-calls.js';
import { plainAnswer } from '../plain-answer.js';
import { DATA_NOTE, quotedData } from '../quoted-data.js';
import { textArgument, type MemoryTool, type ToolAnswer } from './memory-tool.js';
import { resolveEntityName } from './resolve-name.js';

/** Candidates of an ambiguous name that are shown by name and type. */
const MAX_CANDIDATES = 5;

const ABOUT = {
  candidate_name: 'Name of a person, organization, place, project or thing; another spelling of it is found too.',
  type_hint: 'Only an entity of this type, such as person, organization or place.',
};

/** Tool that tells what is known of one entity. */
export const ENTITY: MemoryTool = {
  name: 'entity',
  title: 'Entity profile',
  description:
    'All that is known of one person, organization, place, project or thing: current facts, how they changed over time, ' +
    'and recent memories. Give `name`, or the `entity_id` of an earlier answer.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  required: [],
  fields: (schemas) => {
    const fields = schemas.fields('ResolveEntity', ['candidate_name', 'type_hint'], ABOUT);
    const id = { type: 'string', format: 'uuid', description: 'Id of the entity. Instead of `name`.' };
    return { name: fields.candidate_name, type: fields.type_hint, entity_id: id };
  },
  run: async (given, calls) => {
    if ((given['name'] === undefined) === (given['entity_id'] === undefined))
      throw new CallRefused('bad_request', 'give exactly one of name and entity_id');
    if (given['entity_id'] !== undefined) return profileOf(calls, textArgument(given, 'entity_id'));
    const { entity_id: id, candidate_ids: candidates } = await resolveEntityName(
      calls,
      textArgument(given, 'name'),
      given['type'],
    );
    if (id !== null) return profileOf(calls, id);
    if (candidates.length === 0) return { text: 'Nothing is known under this name.', data: { outcome: 'not_found' } };
    return candidatesOf(calls, candidates);
  },
};

/** Text and data of an entity's profile. @throws CallRefused if there is no such entity */
export async function profileOf(calls: EngraphCalls, id: string): Promise<ToolAnswer> {
  const { body } = await calls.call('entityProfile', { id, query: { format: 'text' } });
  const { text, ...profile } = body as { readonly text: string; readonly facts: readonly FactLine[] };
  const ids = profile.facts.map((fact) => `- fact ${fact.id}: ${fact.text}`);
  const facts = ids.length === 0 ? [] : ['', 'Ids of the current facts, for correct:', ...ids];
  const quoted = quotedData([`Entity ${id}`, text, ...facts].join('\n'));
  return { text: quoted, data: { note: DATA_NOTE, ...plainAnswer(profile) } };
}

interface FactLine {
  readonly id: string;
  readonly text: string;
}

interface Candidate {
  readonly entity_id: string;
  readonly canonical_name: string;
  readonly entity_type: string;
}

async function candidatesOf(calls: EngraphCalls, ids: readonly string[]): Promise<ToolAnswer> {
  const candidates: Candidate[] = [];
  for (const id of ids.slice(0, MAX_CANDIDATES))
    candidates.push((await calls.call('getEntity', { id })).body as Candidate);
  const lines = candidates.map((one) => `- ${one.entity_id}: ${one.canonical_name} (${one.entity_type})`);
  return {
    text: `Several entities have this name; ask for one by its entity_id.\n${quotedData(lines.join('\n'))}`,
    data: { outcome: 'ambiguous', note: DATA_NOTE, candidates: candidates.map(plainAnswer) },
  };
}
