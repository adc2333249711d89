import { SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { traceparentOf, type Tracing } from '#tracing/tracing.js';

const spans = new WeakMap<object, Span>();

/**
 * Traces every /v1 request from its head to the end of its response, continuing the trace in `traceparent`. Call this
 * before the application listens.
 */
export function traceRequests(fastify: FastifyInstance, tracing: Tracing): void {
  if (!tracing.on) return;
  fastify.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url;
    if (route?.startsWith('/v1/')) {
      const { traceparent } = request.headers;
      const span = tracing.begin(`${request.method} ${route}`, {
        kind: SpanKind.SERVER,
        parent: typeof traceparent === 'string' ? traceparent : null,
        attributes: { 'http.request.method': request.method, 'http.route': route, 'engraph.request_id': request.id },
      });
      if (span) spans.set(request, span);
    }
    done();
  });
  fastify.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}

/** Trace of a request as a W3C traceparent; null if it is not recorded. */
export function traceparentOfRequest(request: object): string | null {
  return traceparentOf(spans.get(request) ?? null);
}
