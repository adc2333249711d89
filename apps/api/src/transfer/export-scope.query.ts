import { TEXT } from '#contracts/schemas/json-schema.js';
import { single } from '../http/query-parameters.js';
import { QUERY_FILTER } from '../schema/query-filter.js';

/** Query of GET /v1/export. */
export const ExportScopeQuery = {
  after: {
    schema: TEXT,
    about: '`cursor` of the last `checkpoint` line of an interrupted export. The answer continues behind that line.',
    read: single,
  },
  filter: {
    ...QUERY_FILTER,
    about:
      'Only memories that pass this filter, and links between them: the JSON of the field `filter` of `POST /v1/recall`. ' +
      'An export goes on with the same filter.',
  },
};
