import { TEXT } from '#contracts/schemas/json-schema.js';
import { single } from '../http/query-parameters.js';

/** Query of GET /v1/export. */
export const ExportScopeQuery = {
  after: {
    schema: TEXT,
    about: '`cursor` of the last `checkpoint` line of an interrupted export. The answer continues behind that line.',
    read: single,
  },
};
