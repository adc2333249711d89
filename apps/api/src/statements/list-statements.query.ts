import { STATEMENT_KINDS } from '#contracts/ontology.js';
import { pageLimit, queryChoice, queryFlag, queryPredicate, queryShare, queryUuid } from '../schema/query-fields.js';
import { LIMITS } from '../shared/request-limits.js';

/** Query of GET /v1/statements. */
export const ListStatementsQuery = {
  subject: queryUuid('Only statements about this entity.'),
  predicate: queryPredicate('Only statements with this predicate; the prefix `core:` is optional.'),
  kind: queryChoice(
    [...STATEMENT_KINDS, 'relation', 'custom'],
    'Only statements of this kind. No statement has the kinds `relation` and `custom`.',
  ),
  min_confidence: queryShare('Minimum confidence.', 0),
  only_current: queryFlag('Whether to leave out statements that have ended or are unsettled.', true),
  // Validated but ignored, for clients that send it: forgotten statements are deleted, so there are no tombstones.
  include_tombstoned: queryFlag('No effect: forgotten statements are deleted, so there are no tombstones.'),
  limit: pageLimit({ fallback: 100, most: LIMITS.statements }),
};
