import { isSpanContextValid, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Span, SpanKind, TimeInput, Tracer } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

export interface TracingOptions {
  /** Base URL of an OTLP/HTTP collector; empty: nothing is traced. */
  readonly endpoint: string;
  /** Share of traces started here that are recorded, 0 to 1; others carry their own sampling decision. */
  readonly ratio: number;
  readonly service: string;
  readonly version: string;
}

export interface SpanOptions {
  readonly kind: SpanKind;
  /** Parent span as a W3C traceparent. */
  readonly parent: string | null | undefined;
  /** Names, numbers and ids; never text of a memory or a credential. */
  readonly attributes?: Attributes;
  readonly startTime?: TimeInput;
}

/**
 * Export timeout: an unavailable collector must not delay requests, nor a shutdown for long. Spans it did not accept
 * are lost.
 */
const EXPORT_TIMEOUT_MS = 3_000;
const EXPORT_EVERY_MS = 1_000;

/**
 * Creates spans of one process. Contexts are passed as W3C traceparents, which are stored with the events, so that a
 * trace crosses the log and the broker. There is no ambient context.
 */
export class Tracing {
  private constructor(
    private readonly tracer: Tracer | null,
    private readonly shutdown: () => Promise<void>,
  ) {}

  /** Tracing that records nothing. */
  static readonly off = new Tracing(null, () => Promise.resolve());

  static to({ endpoint, ratio, service, version }: TracingOptions): Tracing {
    if (endpoint === '') return Tracing.off;
    const url = `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`;
    const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS });
    const provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter,
          scheduledDelayMillis: EXPORT_EVERY_MS,
          exportTimeoutMillis: EXPORT_TIMEOUT_MS,
        }),
      ],
    });
    return new Tracing(provider.getTracer('engraph', version), () => provider.shutdown());
  }

  get on(): boolean {
    return this.tracer !== null;
  }

  /** Starts a span; without a valid parent it starts a new trace. Null if tracing is off. */
  begin(name: string, { kind, parent, attributes = {}, startTime }: SpanOptions): Span | null {
    if (!this.tracer) return null;
    const remote = parseTraceParent(parent ?? '');
    const from = remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
    return this.tracer.startSpan(name, { kind, attributes, ...(startTime !== undefined && { startTime }) }, from);
  }

  /** Starts a span in the parent's trace; null without a parent, or if tracing is off. */
  follow(name: string, options: SpanOptions): Span | null {
    return options.parent ? this.begin(name, options) : null;
  }

  /** Exports the remaining spans and shuts down. */
  async stop(): Promise<void> {
    // The collector may be unavailable.
    await this.shutdown().catch(() => undefined);
  }
}

/** Traceparent of a span; null if it is not recorded, so that nothing follows it. */
export function traceparentOf(span: Span | null): string | null {
  if (!span?.isRecording()) return null;
  const { traceId, spanId } = span.spanContext();
  return isSpanContextValid(span.spanContext()) ? `00-${traceId}-${spanId}-01` : null;
}

/** Ends a span as failed, with the error's class; its message may quote a memory. */
export function endFailed(span: Span | null, error: unknown): void {
  const name = error instanceof Error ? error.name : 'unknown';
  span?.setStatus({ code: SpanStatusCode.ERROR, message: name }).setAttribute('error.type', name).end();
}
