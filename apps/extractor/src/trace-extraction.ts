import { SpanKind, type Attributes, type Span } from '@opentelemetry/api';
import type { StoredEvent } from '#contracts/events.js';
import type { Stage } from '#extraction/stage.js';
import { endFailed, traceparentOf, type Tracing } from '#telemetry/tracing.js';

/** The traces of the memories in hand: of those whose event belongs to one. */
export class ExtractionTraces {
  private readonly spans = new Map<string, Span>();

  constructor(private readonly tracing: Tracing) {}

  /** Begins a consumer's span for every event; the caller ends them all, with the error if there was one. */
  take(events: readonly StoredEvent[]): (error: unknown) => void {
    const taken: { memoryId: string; span: Span }[] = [];
    for (const { streamId: memoryId, traceparent, id } of events) {
      const span = this.tracing.follow('extract', {
        kind: SpanKind.CONSUMER,
        parent: traceparent,
        attributes: { 'engraph.event_id': id },
      });
      if (!span) continue;
      taken.push({ memoryId, span });
      this.spans.set(memoryId, span);
    }
    return (error) => {
      for (const { memoryId, span } of taken) {
        if (error === undefined) span.end();
        else endFailed(span, error);
        // The same memory may have come twice.
        if (this.spans.get(memoryId) === span) this.spans.delete(memoryId);
      }
    };
  }

  /** What the memory's next steps follow, as a W3C traceparent. */
  of(memoryId: string): string | null {
    return traceparentOf(this.spans.get(memoryId) ?? null);
  }

  /** The stages, each with a span when it runs over this memory. */
  stages(memoryId: string, stages: readonly Stage[]): readonly Stage[] {
    const parent = this.of(memoryId);
    return parent === null ? stages : stages.map((stage) => tracedStage(this.tracing, stage, parent));
  }

  /** Projects memories, with a span in each of their traces. */
  projecting<T>(memoryIds: readonly string[], work: () => Promise<T>): Promise<T> {
    return inSpans(
      this.tracing,
      'project',
      memoryIds.map((id) => this.of(id)),
      work,
    );
  }
}

/** Does work that belongs to several traces, with a span in each. */
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
