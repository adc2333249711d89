import { QUERY_FILTER } from '../schema/query-filter.js';
import { PAGE_CURSOR, pageLimit, queryChoice, queryFlag, querySession, queryUuid } from '../schema/query-fields.js';
import { LIMITS } from '../shared/request-limits.js';

/** Query of GET /v1/memories. */
export const ListMemoriesQuery = {
  limit: pageLimit({ fallback: 50, most: LIMITS.memories }),
  cursor: PAGE_CURSOR,
  dir: queryChoice(['desc', 'asc'], 'Order by creation: `desc` is newest first, `asc` oldest first.', 'desc'),
  session: querySession('Only memories of this session.'),
  subject: queryUuid('Only memories that mention this entity.'),
  filter: QUERY_FILTER,
  include_tombstoned: queryFlag('Whether to include forgotten memories that are not yet erased.'),
};
