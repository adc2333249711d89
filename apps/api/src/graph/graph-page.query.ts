import { PAGE_CURSOR, pageLimit, queryFlag } from '../schema/query-fields.js';
import { LIMITS } from '../shared/request-limits.js';

/** Query of GET /v1/graph. */
export const GraphPageQuery = {
  limit: pageLimit({ fallback: 200, most: LIMITS.graph }),
  cursor: PAGE_CURSOR,
  include_statements: queryFlag('Whether to include statements as nodes.'),
  include_memories: queryFlag('Whether to include memories as nodes, with edges to what they mention.'),
  include_candidates: queryFlag(
    'Whether to include entities that are candidates: of too little confidence, and without facts.',
  ),
  include_memory_edges: queryFlag('Whether to include links between memories. Requires `include_memories`.'),
};
