import { CallRefused, type EngraphCalls } from '../calls/engraph-calls.js';
import { plainAnswer } from '../answers/plain-answer.js';
import { DATA_NOTE, NOTE_FIELD, quotedData } from '../answers/quoted-data.js';
import type { ApiSchemas } from '../schema/api-schemas.js';
import { arrayField, openObject } from '../schema/tool-schema.js';
import { FACT_ID_FIELD } from './fact-ids.js';
import { picked, textArgument, type MemoryTool, type ToolAnswer } from './memory-tool.js';
import { OF_ENTITY, OF_FACT, OF_MEMORY, profileOf } from './profile.js';
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
  answer: answerFieldsOf,
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

function answerFieldsOf(schemas: ApiSchemas) {
  const entity = openObject(schemas.answerFields('ResolvedEntity', OF_ENTITY), ['entity_id', 'canonical_name']);
  const ofFact = schemas.itemFields('EntityProfile', 'facts', OF_FACT);
  const fact = openObject({ fact_id: FACT_ID_FIELD, ...ofFact }, ['fact_id', 'text']);
  const memory = openObject(schemas.itemFields('EntityProfile', 'memories', OF_MEMORY), ['memory_id', 'text']);
  const fields = {
    outcome: { enum: ['found', 'ambiguous', 'not_found'], description: 'What became of the name or id.' },
    ...{ note: NOTE_FIELD, entity },
    facts: arrayField(fact, 'What holds now, the surest first.'),
    earlier: arrayField(fact, 'What held before, by its beginning.'),
    memories: arrayField(memory, 'Memories that mention the entity, the newest first.'),
    candidates: arrayField(entity, 'Entities that an ambiguous name may mean.'),
  };
  return { fields, required: ['outcome'] };
}

interface Candidate {
  readonly entity_id: string;
  readonly canonical_name: string;
  readonly entity_type: string;
}

async function candidatesOf(calls: EngraphCalls, ids: readonly string[]): Promise<ToolAnswer> {
  const found: Candidate[] = [];
  for (const id of ids.slice(0, MAX_CANDIDATES)) found.push((await calls.call('getEntity', { id })).body as Candidate);
  const lines = found.map((one) => `- [entity ${one.entity_id}] ${one.canonical_name} (${kindOf(one)})`);
  const candidates = found.map((one) => picked(plainAnswer(one), OF_ENTITY));
  return {
    text: `Several entities have this name; ask for one by its entity_id.\n${quotedData(lines.join('\n'))}`,
    data: { outcome: 'ambiguous', note: DATA_NOTE, candidates },
  };
}

function kindOf({ entity_type: type }: Candidate): string {
  return type.replace(/^core:/, '');
}
