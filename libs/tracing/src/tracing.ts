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
  /** Base address of an OTLP/HTTP collector; empty: nothing is traced. */
  readonly endpoint: string;
  /** Share of traces begun here that are recorded, 0 to 1; those begun elsewhere say so themselves. */
  readonly ratio: number;
  readonly service: string;
  readonly version: string;
}

export interface SpanOptions {
  readonly kind: SpanKind;
  /** A W3C traceparent. */
  readonly parent: string | null | undefined;
  /** Names, numbers and ids; never what a memory says, nor a credential. */
  readonly attributes?: Attributes;
  readonly startTime?: TimeInput;
}

/** A collector that is away must not hold up requests, nor a shutdown for long; spans it did not take are lost. */
const EXPORT_TIMEOUT_MS = 3_000;
const EXPORT_EVERY_MS = 1_000;

/**
 * Spans of one process. Contexts are handed on as W3C traceparents, stored with the events, so that a trace crosses
 * the log and the broker; there is no ambient one.
 */
export class Tracing {
  private constructor(
    private readonly tracer: Tracer | null,
    private readonly shutdown: () => Promise<void>,
  ) {}

  /** Nothing is traced. */
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

  /** A span that begins a trace where its parent names none; null where tracing is off. */
  begin(name: string, { kind, parent, attributes = {}, startTime }: SpanOptions): Span | null {
    if (!this.tracer) return null;
    const remote = parseTraceParent(parent ?? '');
    const from = remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
    return this.tracer.startSpan(name, { kind, attributes, ...(startTime !== undefined && { startTime }) }, from);
  }

  /** A span of the trace that the parent names; null where there is none, or tracing is off. */
  follow(name: string, options: SpanOptions): Span | null {
    return options.parent ? this.begin(name, options) : null;
  }

  /** Hands over what is not yet exported. */
  async stop(): Promise<void> {
    // The collector may be away.
    await this.shutdown().catch(() => undefined);
  }
}

/** The span as a W3C traceparent; null where it is not recorded, so that nothing follows it. */
export function traceparentOf(span: Span | null): string | null {
  if (!span?.isRecording()) return null;
  const { traceId, spanId } = span.spanContext();
  return isSpanContextValid(span.spanContext()) ? `00-${traceId}-${spanId}-01` : null;
}

/** Ends a span as failed, under the class of the error: its message may quote a memory. */
export function endFailed(span: Span | null, error: unknown): void {
  const name = error instanceof Error ? error.name : 'unknown';
  span?.setStatus({ code: SpanStatusCode.ERROR, message: name }).setAttribute('error.type', name).end();
}
