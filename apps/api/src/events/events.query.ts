import { EVENT_VERSIONS, type EventType } from '#contracts/events.js';
import { TEXT } from '#contracts/schemas/json-schema.js';
import { BadRequest } from '../http/problems.js';
import { single } from '../http/query-parameters.js';
import type { QueryParameter } from '../schema/query.js';
import { queryFlag } from '../schema/query-fields.js';

/** All event types. */
export const EVENT_TYPES = Object.keys(EVENT_VERSIONS) as EventType[];

/** Event types, separated by commas, in one order whatever the caller's. */
const TYPES: QueryParameter<readonly EventType[] | null> = {
  schema: TEXT,
  about: `Only events of these types, separated by commas: ${EVENT_TYPES.join(', ')}. All, if absent.`,
  read: (query, name) => {
    const text = single(query, name);
    if (text === undefined) return null;
    const names = text.split(',').map((one) => one.trim());
    const unknown = names.find((one) => !EVENT_TYPES.includes(one as EventType));
    if (unknown !== undefined)
      throw new BadRequest(`${name} must be names of event types, separated by commas: ${EVENT_TYPES.join(', ')}`);
    return EVENT_TYPES.filter((type) => names.includes(type));
  },
};

/** Query of GET /v1/events. */
export const EventsQuery = {
  types: TYPES,
  after: {
    schema: TEXT,
    about:
      'Position after which the events begin: the `id` of an event. The header `Last-Event-ID` takes precedence. Without either, the events begin now.',
    read: single,
  } satisfies QueryParameter<string | undefined>,
  follow: queryFlag('`false`: the response ends with the last event that there is.', true),
};
