import { FLAG, object, TEXT, type JsonSchema } from '#contracts/schemas/json-schema.js';
import { COUNT_FIELD, described } from '#request-schema/keywords.js';
import { LINES } from '../../http/guard-requests.js';
import { ExportScopeQuery } from '../../transfer/export-scope.query.js';
import type { Operation } from './operation.js';
import { queryParameters, ref } from './schema-parts.js';

export const TRANSFER_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ImportReport: object({
    lines: described(COUNT_FIELD, 'Lines read.'),
    imported: described(COUNT_FIELD, 'Events stored.'),
    memories: described(COUNT_FIELD, 'Memories among them.'),
    known: described(COUNT_FIELD, 'Events that the scope had already.'),
    skipped: described(
      COUNT_FIELD,
      'Events about memories that this scope has erased, and those that say nothing in this scope.',
    ),
    complete: described(FLAG, 'Whether the end of the export was among the lines, and all lines before it.'),
  }),
};

export const TRANSFER_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'exportScope', method: 'get', path: '/v1/export', tag: 'transfer', permission: 'recall' },
    summary: 'Export the scope as lines of JSON',
    description:
      'The events of the scope as of the beginning of the request, a header before them, a checkpoint after each page and an end with a digest of all lines. Erased texts are not in it.',
    parameters: queryParameters(ExportScopeQuery),
    answer: { text: LINES },
  },
  {
    ...{ operationId: 'importScope', method: 'post', path: '/v1/import', tag: 'transfer' },
    permission: 'encode recall forget',
    summary: 'Import lines of an export',
    description:
      'Stores the events of an export, its header first, with the ids and times that they have. Into a scope of the same name it gives the same graph with the same ids; no model runs for memories that come with what was read in them. Events that the scope has are skipped, so the same lines can be sent again: after a fault, or in parts that each begin with the header. An invalid line gets 400 with its number, and the lines before it are stored.',
    body: { schema: { ...TEXT, description: 'Lines of an export.' }, required: true, text: LINES },
    answer: ref('schemas', 'ImportReport'),
    conflicts: true,
  },
];
