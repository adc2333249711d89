import { SpanKind, type Attributes, type Span } from '@opentelemetry/api';
import { LRUCache } from 'lru-cache';
import type { StoredEvent } from '#contracts/events.js';
import type { Sql } from '#database/sql.js';
import type { Stage } from '#extraction/pipeline/stage.js';
import { endFailed, traceparentOf, type Tracing } from '#tracing/tracing.js';

/** Maximum waiting memories whose delivered traces are remembered. */
const MAX_DELIVERED = 10_000;

/** Traces of memories in progress, for those whose event belongs to a trace. */
export class ExtractionTraces {
  private readonly spans = new Map<string, Span>();
  /** Traceparents as delivered by the broker, by memory id. */
  private readonly delivered = new LRUCache<string, string>({ max: MAX_DELIVERED });

  constructor(private readonly tracing: Tracing) {}

  /**
   * Records the traceparents with which events were delivered: the broker may have added spans since they were stored.
   */
  heard(events: readonly StoredEvent[]): void {
    if (!this.tracing.on) return;
    for (const { streamId, traceparent } of events) if (traceparent) this.delivered.set(streamId, traceparent);
  }

  /** Runs work on memories of a scope, with a consumer span for each whose MemoryEncoded belongs to a trace. */
  async follow(sql: Sql, scopeId: string, memoryIds: readonly string[], work: () => Promise<void>): Promise<void> {
    if (!this.tracing.on) return work();
    const taken = await this.take(sql, scopeId, memoryIds);
    let failure: { readonly error: unknown } | undefined;
    try {
      await work();
    } catch (error) {
      failure = { error };
      throw error;
    } finally {
      for (const [memoryId, span] of taken) {
        if (failure) endFailed(span, failure.error);
        else span.end();
        this.spans.delete(memoryId);
      }
    }
  }

  private async take(sql: Sql, scopeId: string, memoryIds: readonly string[]): Promise<Map<string, Span>> {
    const { rows } = await sql.query<{ memory_id: string; event_id: string; traceparent: string }>(
      `SELECT stream_id AS memory_id, event_id, traceparent FROM events
       WHERE scope_id = $1 AND stream_id = ANY ($2::uuid[]) AND type = 'MemoryEncoded' AND traceparent IS NOT NULL`,
      [scopeId, memoryIds],
    );
    const taken = new Map<string, Span>();
    for (const { memory_id: memoryId, event_id: id, traceparent } of rows) {
      const parent = this.delivered.get(memoryId) ?? traceparent;
      const attributes = { 'engraph.event_id': id };
      const span = this.tracing.follow('extract', { kind: SpanKind.CONSUMER, parent, attributes });
      if (!span) continue;
      taken.set(memoryId, span);
      this.spans.set(memoryId, span);
    }
    return taken;
  }

  /** Parent of the memory's next spans as a W3C traceparent; null if it has no trace. */
  of(memoryId: string): string | null {
    return traceparentOf(this.spans.get(memoryId) ?? null);
  }

  /** Wraps the stages so that each run over this memory has a span. */
  stages(memoryId: string, stages: readonly Stage[]): readonly Stage[] {
    const parent = this.of(memoryId);
    return parent === null ? stages : stages.map((stage) => tracedStage(this.tracing, stage, parent));
  }

  /** Runs a projection with a span in the trace of each memory. */
  projecting<T>(memoryIds: readonly string[], work: () => Promise<T>): Promise<T> {
    return inSpans(
      this.tracing,
      'project',
      memoryIds.map((id) => this.of(id)),
      work,
    );
  }
}

/** Runs work that belongs to several traces, with a span in each. */
export async function inSpans<T>(
  tracing: Tracing,
  name: string,
  parents: readonly (string | null | undefined)[],
  work: () => Promise<T>,
  describe: (result: T) => Attributes = () => ({}),
): Promise<T> {
  const spans = parents.map((parent) => tracing.follow(name, { kind: SpanKind.INTERNAL, parent }));
  try {
    const result = await work();
    for (const span of spans) span?.setAttributes(describe(result)).end();
    return result;
  } catch (error) {
    for (const span of spans) endFailed(span, error);
    throw error;
  }
}

function tracedStage(tracing: Tracing, stage: Stage, parent: string): Stage {
  return {
    name: stage.name,
    version: stage.version,
    ready: async () => stage.ready?.(),
    async run(input, found, budget) {
      const span = tracing.follow(`stage ${stage.name}`, { kind: SpanKind.INTERNAL, parent });
      try {
        const outcome = await stage.run(input, found, budget);
        span?.setAttribute('engraph.stage.state', outcome.state).end();
        return outcome;
      } catch (error) {
        endFailed(span, error);
        throw error;
      }
    },
  };
}
