import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

/** A raw request, which a client library might not send. */
export interface WireRequest {
  readonly operationId: string;
  readonly method: string;
  /** Path and query, escaped. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const LIMIT_MS = 40_000;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends it unchanged. @throws if there is no valid HTTP response within 40 s */
export function send(baseUrl: string, { method, target, headers, body }: WireRequest): Promise<WireAnswer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const length = body === null ? {} : { 'content-length': String(body.length) };
    const call = httpRequest(
      { agent, hostname, port, method, path: target, headers: { ...headers, ...length }, timeout: LIMIT_MS },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
        });
      },
    );
    call.on('timeout', () => call.destroy(new Error(`no answer in ${String(LIMIT_MS)} ms`)));
    call.on('error', reject);
    call.end(body ?? undefined);
  });
}
