import { SpanKind } from '@opentelemetry/api';
import type { Publish } from './relay.js';
import { endFailed, traceparentOf, type Tracing } from '#tracing/tracing.js';

/**
 * Wraps `publish` with a producer span for every event that belongs to a trace; the record carries that span as its
 * traceparent.
 */
export function tracePublishing(tracing: Tracing, publish: Publish): Publish {
  if (!tracing.on) return publish;
  return async (events, assertMayPublish) => {
    const spans = events.map((event) =>
      tracing.follow(`publish ${event.type}`, {
        kind: SpanKind.PRODUCER,
        parent: event.traceparent,
        attributes: { 'messaging.system': 'kafka', 'messaging.operation.type': 'send', 'engraph.event_id': event.id },
      }),
    );
    const carried = events.map((event, i) => {
      const traceparent = traceparentOf(spans[i] ?? null);
      return traceparent === null ? event : { ...event, traceparent };
    });
    try {
      await publish(carried, assertMayPublish);
      for (const span of spans) span?.end();
    } catch (error) {
      for (const span of spans) endFailed(span, error);
      throw error;
    }
  };
}
