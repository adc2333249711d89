import { ENTITY_TYPES, STATEMENT_KINDS } from '#contracts/ontology.js';
import {
  choice,
  given,
  numbered,
  optional,
  refused,
  required,
  taken,
  text,
  time,
  within,
  type FieldCase,
} from './bad-input-fields.js';
import { pathUuid, queryChoice } from './bad-input-parameters.js';
import type { InputTable } from './input-table.js';

/** Entity id, which must exist in the scope; an unknown name gives an empty result. */
export function subjects(): FieldCase[] {
  return [
    { what: 'unknown', value: '00000000-0000-4000-8000-000000000000', status: 404 },
    { what: "another scope's", value: '{their entity}', status: 404 },
  ];
}

/** Id of an entity in a body. */
const entityId: readonly FieldCase[] = [
  ...refused({ 'a number': 12, 'a boolean': true, 'a list': ['{entity}'], 'an object': {}, empty: '', 'no UUID': 'x' }),
  ...subjects(),
];
/** Fields of what a caller asserts. */
const SAID = {
  valid_from: optional(time),
  valid_from_unix_nanos: optional(time),
  valid_to: optional(time),
  valid_to_unix_nanos: optional(time),
  reason: optional(text(1024, { blank: true })),
};
/** Routes by which callers put facts right. */
export const FACT_TABLES: readonly InputTable[] = [
  {
    route: 'GET /v1/entities/{id}/profile',
    body: null,
    id: '{entity}',
    inPath: pathUuid('{their entity}'),
    inQuery: { format: queryChoice('json', 'text') },
  },
  {
    route: 'PATCH /v1/entities/{id}',
    body: { canonical_name: 'Yara Novak', entity_type_id: 1 },
    id: '{corrected}',
    inPath: pathUuid('{their entity}'),
    inBody: {
      canonical_name: given(text(1024, { blank: false })),
      entity_type_id: given([...numbered(ENTITY_TYPES.length), { what: 'zero', value: 0, status: 400 }]),
    },
  },
  {
    route: 'POST /v1/entities/{id}/merge',
    body: { into: '{entity}' },
    id: '{entity}',
    inPath: pathUuid('{their entity}'),
    inBody: { into: required(entityId) },
  },
  {
    route: 'POST /v1/entities/{id}/split',
    body: { name: 'Zed' },
    id: '{aliased}',
    inPath: pathUuid('{their entity}'),
    inBody: { name: required([...text(1024, { blank: false }), ...refused({ 'no alias': 'Nobody at all' })]) },
  },
  {
    route: 'POST /v1/relations',
    body: { relation_type: 'knows', from_entity: '{entity}', to_entity: '{other entity}' },
    inBody: {
      relation_type: required(choice('core:knows')),
      from_entity: required(entityId),
      to_entity: required(entityId),
      ...SAID,
    },
  },
  {
    route: 'POST /v1/statements',
    body: { subject: '{entity}', predicate: 'likes', object: 'tea' },
    inBody: {
      subject: required(entityId),
      predicate: required(choice('core:likes')),
      object: required([
        ...refused({ 'a list': ['tea'], 'an object': {}, empty: '', blank: ' \n', 'a NUL': 'a\0', huge: 10n ** 40n }),
        ...refused({ 'a byte too long': 'a'.repeat(4 * 1024 + 1), 'another kind': { kind: 'name', id: '{entity}' } }),
        ...refused({
          'a value without type': { kind: 'value', value: 'tea' },
          'no entity': { kind: 'entity', id: 'x' },
        }),
        ...refused({ 'a value of another type': { kind: 'value', value: { type: 'integer', value: 'tea' } } }),
        ...taken({ 'a number': 5, 'a fraction': 1.5, 'a boolean': true }),
        ...taken({ 'as read': { kind: 'value', value: { type: 'text', value: 'tea' } } }),
        ...within('id', subjects(), { kind: 'entity' }),
      ]),
      kind: optional([
        ...choice(...STATEMENT_KINDS),
        { what: 'of another predicate', value: 'attribute', status: 400 },
      ]),
      text: optional(text(4 * 1024, { blank: false })),
      ...SAID,
    },
  },
  ...(['relation', 'statement'] as const).flatMap((fact) =>
    (['confirm', 'retract'] as const).map((verb) => ({
      route: `POST /v1/${fact}s/{id}/${verb}` as const,
      body: {},
      id: `{${fact}}`,
      inPath: pathUuid(`{their ${fact}}`),
      inBody: { reason: optional(text(1024, { blank: true })) },
    })),
  ),
];
