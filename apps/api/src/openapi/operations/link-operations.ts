import { LINK_KINDS } from '#contracts/links.js';
import { FLAG, object, type JsonSchema } from '#contracts/schemas/json-schema.js';
import { described, MEMORY_ID_FIELD, times } from '#request-schema/keywords.js';
import { LinkDto, UnlinkDto } from '../../links/link.dto.js';
import { queryOfBody } from '../../schema/query.js';
import type { Operation } from './operation.js';
import { bodySchemas, queryParameters, ref } from './schema-parts.js';

const KIND: JsonSchema = { enum: LINK_KINDS };

export const LINK_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...bodySchemas({ Unlink: UnlinkDto, Link: LinkDto }),
  LinkResult: object({
    source: MEMORY_ID_FIELD,
    target: MEMORY_ID_FIELD,
    kind: KIND,
    weight: { type: 'number', minimum: -1, maximum: 1 },
    ...times({ created_at: null }),
    already_existed: described(FLAG, 'True if the link existed; it keeps its weight.'),
  }),
  UnlinkResult: object({
    source: MEMORY_ID_FIELD,
    target: MEMORY_ID_FIELD,
    kind: KIND,
    removed: described(FLAG, 'False if there was no such link.'),
  }),
};

export const LINK_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'linkMemories', method: 'post', path: '/v1/links', tag: 'links', permission: 'encode recall' },
    summary: 'Link two memories',
    description: 'A link has a direction: it leads from `source` to `target`.',
    body: { schema: ref('schemas', 'Link'), required: true },
    answer: ref('schemas', 'LinkResult'),
    writes: true,
    refers: true,
  },
  {
    ...{ operationId: 'unlinkMemories', method: 'delete', path: '/v1/links', tag: 'links' },
    permission: 'encode recall',
    summary: 'Remove a link',
    description: 'The fields may be sent as a body or as query parameters.',
    parameters: queryParameters(queryOfBody(UnlinkDto)),
    body: { schema: ref('schemas', 'Unlink'), required: false },
    answer: ref('schemas', 'UnlinkResult'),
    writes: true,
    refers: true,
  },
];
