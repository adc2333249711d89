import { isRelationType, RELATION_TYPES } from '#contracts/ontology.js';
import type { ApiSchemas, ToolFields } from '../schema/api-schemas.js';
import { FACT_ID_FIELD } from './fact-ids.js';
import { REQUEST_ID, WAIT_SECONDS } from './memory-tool.js';

const ABOUT_TIMES = {
  valid_from: 'Since when the asserted fact holds, in ISO 8601 with a zone. Default: from now on.',
  valid_to: 'When it ended, in ISO 8601 with a zone. Default: it holds.',
};

/** Schemas of the arguments of `correct`. */
export function correctFields(schemas: ApiSchemas, actions: readonly string[]): ToolFields {
  const relation = schemas.fields('AssertRelation', ['relation_type', 'valid_from', 'valid_to'], ABOUT_TIMES);
  const statement = schemas.fields('AssertStatement', ['predicate']);
  const relations = relation.relation_type['enum'] as string[];
  const statements = statement.predicate['enum'] as string[];
  return {
    action: { enum: actions, description: 'What to do.' },
    fact_id: { ...FACT_ID_FIELD, description: `To retract or confirm: ${FACT_ID_FIELD.description}` },
    ...schemas.fields('JudgeFact', ['reason']),
    subject: {
      type: 'string',
      description:
        'To assert: the entity that the fact is about, by its name or its id. It must be known already, as recall or ' +
        'entity name it; an unknown name is refused with not_found and nothing is changed. Then remember a sentence ' +
        'about it instead.',
    },
    predicate: {
      enum: [...relations, ...statements],
      description:
        `To assert: what the fact says of the subject. With an entity as object: ${relations.map(withEnds).join(', ')}. ` +
        `With a value as object: ${statements.join(', ')}.`,
    },
    object: {
      anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
      description:
        'To assert: an entity by its name or id, if the predicate leads to one, else a value, such as "peanuts" for ' +
        'core:allergic_to. A new name makes a new entity of the type that the predicate leads to; where that is the same as ' +
        'the type of the subject, it must be known.',
    },
    ...{ valid_from: relation.valid_from, valid_to: relation.valid_to },
    memory_id: { type: 'string', description: 'To edit: the memory, by the id that recall gave.' },
    text: { type: 'string', minLength: 1, description: 'To edit: the new text of the memory, whole.' },
    request_id: REQUEST_ID,
    wait_seconds: WAIT_SECONDS,
  };
}

/** A relation with the types that it leads from and to, such as `core:lives_in (person → place)`. */
function withEnds(predicate: string): string {
  const type = predicate.replace(/^core:/, '');
  if (!isRelationType(type)) return predicate;
  const { from, to } = RELATION_TYPES[type];
  return `${predicate} (${typesIn(from)} → ${typesIn(to)})`;
}

function typesIn(types: readonly string[] | string): string {
  return typeof types === 'string' ? (types === 'same' ? 'the same' : types) : types.join('/');
}
