import {
  pageLimit,
  queryChoice,
  queryCount,
  queryEntityType,
  queryFlag,
  queryRelationType,
  queryText,
  queryUuids,
} from '../schema/query-fields.js';
import { LIMITS } from '../shared/request-limits.js';

/** Ids of one list: an address must stay short. */
const MAX_IDS = 100;

/** Query of GET /v1/entities. */
export const ListEntitiesQuery = {
  ids: queryUuids(
    'Only the entities of these ids; for a merged one, the entity that it was merged into. Unknown ids are left out.',
    MAX_IDS,
  ),
  prefix: queryText('Prefix of any name of the entity. Case and accents are ignored.'),
  name: queryText(
    'Words of any name of the entity as they follow each other, the last from its beginning: `nair` finds Priya Nair. ' +
      'They may begin at one of the first four words of a name, or at its last. Case and accents are ignored. ' +
      'Not together with `prefix`.',
  ),
  type_id: queryEntityType('Only entities of this type.'),
  mention_count_min: queryCount('Minimum number of mentions.'),
  include_merged: queryFlag('Whether to include entities that are merged into another.'),
  include_candidates: queryFlag(
    'Whether to include candidates: entities of too little confidence, and without facts. Those that `ids` names are included anyway.',
  ),
  limit: pageLimit({ fallback: 100, most: LIMITS.entities }),
};

/** Query of GET /v1/entities/{id}/relations. */
export const ListRelationsQuery = {
  direction: queryChoice(
    ['from', 'to', 'both', 'outgoing', 'incoming'],
    'Which end of the relation the entity is. `outgoing` means `from`, `incoming` means `to`.',
    'from',
  ),
  type: queryRelationType('Only relations of this type; the prefix `core:` is optional.'),
  include_superseded: queryFlag('Whether to include relations that have ended or are unsettled.'),
  limit: pageLimit({ fallback: 100, most: LIMITS.relations }),
};

/** Query of GET /v1/entities/{id}/profile. */
export const EntityProfileQuery = {
  format: queryChoice(['json', 'text'], '`text` adds the profile as a text for a prompt.', 'json'),
};
