import type { ClientBase } from 'pg';
import { uuidv7 } from '#contracts/uuid-v7.js';
import { EVENT_VERSIONS, type EventData, type EventType } from '#contracts/events.js';
import { stringifyExact } from '#contracts/exact-json.js';

/** An event to append: type, scope, stream, and data in the newest schema version. */
export type NewEvent = {
  [T in EventType]: {
    readonly type: T;
    readonly scopeId: string;
    readonly streamId: string;
    /** W3C traceparent of the trace that wrote the event. */
    readonly traceparent?: string | null;
    /** Id of an event that was recorded elsewhere; a new one by default. */
    readonly eventId?: string;
    /** When it was recorded elsewhere; now by default. */
    readonly recordedAt?: Date;
    readonly data: EventData[T];
  };
}[EventType];

/** Appends events inside a transaction, in the order of the list. */
export async function appendEvents(tx: ClientBase, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const data = events.map((event) => stringifyExact(event.data));
  await tx.query(
    `INSERT INTO events (scope_id, stream_id, event_id, type, schema_version, data_bytes, data, traceparent, recorded_at)
     SELECT scope_id, stream_id, event_id, type, schema_version, data_bytes, data, traceparent,
            coalesce(recorded_at, clock_timestamp())
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::smallint[], $6::int[], $7::jsonb[], $8::text[],
                 $9::timestamptz[])
       AS row (scope_id, stream_id, event_id, type, schema_version, data_bytes, data, traceparent, recorded_at)`,
    [
      events.map((e) => e.scopeId),
      events.map((e) => e.streamId),
      events.map((e) => e.eventId ?? uuidv7()),
      events.map((e) => e.type),
      events.map((e) => EVENT_VERSIONS[e.type]),
      data.map((text) => Buffer.byteLength(text)),
      data,
      events.map((e) => e.traceparent ?? null),
      events.map((e) => e.recordedAt ?? null),
    ],
  );
}
