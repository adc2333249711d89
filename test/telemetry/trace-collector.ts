import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span in OTLP/JSON, with its service. */
export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly unknown[];
}

/** A collector of OTLP/JSON over HTTP that stores the spans. */
export interface TraceCollector {
  readonly endpoint: string;
  readonly spans: CollectedSpan[];
  stop(): Promise<void>;
}

interface OtlpBody {
  readonly resourceSpans: {
    readonly resource: { readonly attributes: { key: string; value: { stringValue?: string } }[] };
    readonly scopeSpans: { readonly spans: Omit<CollectedSpan, 'service'>[] }[];
  }[];
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces')
        spans.push(...spansOf(JSON.parse(Buffer.concat(chunks).toString()) as OtlpBody));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    spans,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function spansOf(body: OtlpBody): CollectedSpan[] {
  return body.resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service })));
  });
}
