import { TEXT } from '#contracts/schemas/json-schema.js';
import { EventsQuery } from '../../events/events.query.js';
import type { Operation } from './operation.js';
import { parameter, queryParameters } from './schema-parts.js';

export const EVENT_OPERATIONS: readonly Operation[] = [
  {
    ...{ operationId: 'events', method: 'get', path: '/v1/events', tag: 'events', permission: 'recall' },
    summary: 'Follow the events of the scope as they happen',
    description: `Server-sent events, each at least once and in the order of the log. \`id\` is an opaque position, \`event\` the type, and \`data\` a CloudEvent as docs/events.md describes it, without \`logepoch\`, \`logtxid\` and \`logposition\`. The stream begins with an \`id\` alone, and has a comment every 15 seconds while nothing happens. It ends when the key is revoked or expires, at a shutdown, and when the client reads nothing for 30 seconds; continue it with the last \`id\`. A scope has at most 32 streams per process.`,
    parameters: [
      ...queryParameters(EventsQuery),
      parameter('header', 'Last-Event-ID', {
        schema: TEXT,
        description: 'As `after`, which it replaces: an EventSource sends it when it connects again.',
      }),
    ],
    answer: { text: 'text/event-stream' },
  },
];
