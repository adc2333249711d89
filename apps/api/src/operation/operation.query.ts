import { queryFlag } from '../schema/query-fields.js';

/** Query of GET /v1/operation. */
export const OperationQuery = {
  storage: queryFlag('Whether to count rows and bytes, which reads all memories and events of the scope.'),
};
