import { TEXT } from '#contracts/schemas/json-schema.js';
import { filterOfJson } from '#request-schema/memory-filter.js';
import type { SearchFilter } from '#search/filter/search-filter.js';
import { single } from '../http/query-parameters.js';
import type { QueryParameter } from './query.js';

/** A filter as a query parameter: its JSON. */
export const QUERY_FILTER: QueryParameter<SearchFilter> = {
  schema: TEXT,
  about: 'Only memories that pass this filter: the JSON of the field `filter` of `POST /v1/recall`.',
  read: (query, name) => {
    const text = single(query, name);
    return text === undefined ? {} : filterOfJson(text, name, query);
  },
};
