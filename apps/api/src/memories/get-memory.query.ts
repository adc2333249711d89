import { queryFlag } from '../schema/query-fields.js';

/** Query of GET /v1/memories/{id}. */
export const GetMemoryQuery = {
  versions: queryFlag('Whether to return the versions of the memory, newest first.'),
  include_tombstoned: queryFlag('Whether to return a forgotten memory that is not yet erased.'),
};
