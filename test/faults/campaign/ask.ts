import type { ApiProgram } from './deployment.js';

export interface Answer {
  readonly status: number;
  // Bodies of all routes; fields are compared where they are read.
  readonly body: Record<string, unknown>;
}

export interface Ask {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly key: string;
  readonly body?: object;
  /** Lines of JSON, instead of a body. */
  readonly lines?: string;
  readonly ifMatch?: string;
  readonly requestId?: string;
  readonly limitMs: number;
}

/** Sends a request to one api; null if there was no complete response in time. */
export async function ask(
  baseUrl: string,
  { method, path, key, body, lines, ifMatch, requestId, limitMs }: Ask,
): Promise<Answer | null> {
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        'x-api-key': key,
        ...(body && { 'content-type': 'application/json' }),
        ...(lines !== undefined && { 'content-type': 'application/x-ndjson' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...(requestId !== undefined && { 'idempotency-key': requestId }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(lines !== undefined && { body: lines }),
      signal: AbortSignal.timeout(limitMs),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  } catch {
    return null;
  }
}

/** Chooses like a load balancer: round-robin among responding apis, or any if none is known to respond. */
export class Balancer {
  private next = 0;

  constructor(private readonly apis: readonly ApiProgram[]) {}

  choose(): string {
    const up = this.apis.filter(({ program }) => program.answersSince > 0);
    const among = up.length > 0 ? up : this.apis;
    const chosen = among[this.next++ % among.length];
    if (chosen === undefined) throw new Error('there is no api');
    return chosen.baseUrl;
  }
}
