import { withTimeLimit } from './time-limit.js';

/** An endpoint with OpenAI's HTTP API, or one that imitates it. */
export interface OpenAiEndpoint {
  /** Base URL, up to and with the version: `https://api.openai.com/v1`. */
  readonly url: string;
  /** Empty if the endpoint needs none. */
  readonly apiKey: string;
  /** Limit for the whole response, its body included. */
  readonly timeoutMs: number;
}

/** The endpoint answered with an error status. */
export class EndpointStatusError extends Error {
  override readonly name = 'EndpointStatusError';

  constructor(
    readonly status: number,
    /** Milliseconds that the endpoint asks to wait, if it says so. */
    readonly retryAfterMs: number | undefined,
  ) {
    super(`status ${String(status)}`);
  }

  /** Whether the endpoint rejects what was sent, so that a retry is pointless. */
  get isRejection(): boolean {
    return REJECTION_STATUSES.has(this.status);
  }
}

/** The response was not complete within the time limit. */
export class EndpointTimeout extends Error {
  override readonly name = 'EndpointTimeout';
}

/** There was no response, an empty one, or only a part of one: connection failed or broken, or call aborted. */
export class EndpointUnreachable extends Error {
  override readonly name = 'EndpointUnreachable';
}

const REJECTION_STATUSES: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/**
 * Posts JSON to a path of the endpoint, once, and returns the parsed response; a response of another content type is
 * returned as text.
 * @throws EndpointStatusError for a status other than 2xx
 * @throws EndpointTimeout
 * @throws EndpointUnreachable also if the signal aborts
 * @throws SyntaxError if the response claims to be JSON and is not
 */
export async function postJson(
  endpoint: OpenAiEndpoint,
  path: string,
  body: object,
  signal?: AbortSignal,
): Promise<unknown> {
  const { response, text } = await withTimeLimit(endpoint.timeoutMs, signal, (ending) =>
    send(endpoint, path, JSON.stringify(body), ending),
  );
  if (!response.ok) throw new EndpointStatusError(response.status, retryAfter(response.headers.get('retry-after')));
  if (text === '') throw new EndpointUnreachable('empty response');
  return isJson(response.headers.get('content-type')) ? JSON.parse(text) : text;
}

async function send(
  { url, apiKey }: OpenAiEndpoint,
  path: string,
  body: string,
  ending: AbortSignal,
): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}${path}`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'engraph' },
        ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body,
      signal: ending,
    });
    return { response, text: await response.text() };
  } catch (error) {
    const { name } = (ending.reason ?? {}) as { name?: unknown };
    if (name === 'TimeoutError') throw new EndpointTimeout('timeout', { cause: error });
    throw new EndpointUnreachable(ending.aborted ? 'aborted' : 'connection failed', { cause: error });
  }
}

/** Whether a content type is `application/json`, or one with the suffix `+json`. */
function isJson(contentType: string | null): boolean {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return mediaType.endsWith('/json') || mediaType.endsWith('+json');
}

/** Milliseconds of a Retry-After header, which has seconds or a date. */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}
