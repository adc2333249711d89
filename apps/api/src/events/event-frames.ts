import type { StoredEvent } from '#contracts/events.js';
import { stringifyExact } from '#contracts/exact-json.js';
import { toCloudEvent } from '#contracts/messages/cloud-event.js';

/** Time after which a client connects again, in milliseconds. */
const RECONNECT_MS = 2_000;

/** Comment that keeps an idle connection open. */
export const HEARTBEAT = ': heartbeat\n\n';

/** Beginning of a stream. The id alone is no event, but a client that loses the connection continues from it. */
export function openingFrame(position: string): string {
  return `retry: ${String(RECONNECT_MS)}\nid: ${position}\n\n`;
}

/** A server-sent event. JSON has no line breaks, so the data is one line. */
export function eventFrame(event: StoredEvent, position: string): string {
  return `id: ${position}\nevent: ${event.type}\ndata: ${publicEventJson(event)}\n\n`;
}

/** Where an event is in the log, which would tell how much other scopes write. */
const PLACE = new Set(['logepoch', 'logtxid', 'logposition']);

/** JSON of the event as Kafka has it, without its place in the log. */
export function publicEventJson(event: StoredEvent): string {
  return stringifyExact(Object.fromEntries(Object.entries(toCloudEvent(event)).filter(([name]) => !PLACE.has(name))));
}
