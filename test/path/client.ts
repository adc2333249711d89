import { parseExact, stringifyExact } from '#contracts/exact-json.js';
import { checkDocumented } from '../openapi/documented-answers.js';

/** A response; the body as exact JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies of every shape
  readonly body: any;
}

/** Client with one key. */
export interface Client {
  readonly key: string;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Encodes a text and waits until it is in the graph; returns the memory id. */
  remember(text: string, more?: object): Promise<string>;
}

export function createClient(baseUrl: string, key: string): Client {
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        'x-api-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : stringifyExact(body) }),
    });
    const text = await response.text();
    checkDocumented(method, path, response.status, response.headers, text);
    return { status: response.status, headers: response.headers, body: parseExact(text) };
  };
  return {
    key,
    get: (path) => call('GET', path),
    post: (path, body, headers) => call('POST', path, body, headers),
    patch: (path, body, headers) => call('PATCH', path, body, headers),
    delete: (path, body, headers) => call('DELETE', path, body, headers),
    async remember(text, more = {}) {
      const answer = await call('POST', '/v1/memories', { text, ...more }, { prefer: 'wait=30' });
      if (!/^wait=30; extraction=(done|partial)$/.test(answer.headers.get('preference-applied') ?? ''))
        throw new Error(`not extracted in time: ${String(answer.status)} ${stringifyExact(answer.body)}`);
      return (answer.body as { memory_id: string }).memory_id;
    },
  };
}
