import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Response of the model for a text: people by name, and where they work. */
export interface Said {
  readonly people?: readonly string[];
  readonly worksAt?: readonly (readonly [person: string, organization: string])[];
}

export type Respond = (response: ServerResponse, text: string, request: LlmStandInRequest) => void | Promise<void>;

/** What the model is sent. */
export interface LlmStandInRequest {
  /** System message. */
  readonly instructions: string;
  /** User message, as sent. */
  readonly message: string;
  /** The claims to judge, in the user message. */
  readonly claims: readonly { readonly id: number; readonly claim: string }[];
  readonly schema: unknown;
}

/** An endpoint with OpenAI's chat completions API, controlled by a test. */
export interface LlmStandIn {
  readonly baseUrl: string;
  /** Requested texts, in order. */
  readonly asked: string[];
  /** Requests, in order. */
  readonly requests: LlmStandInRequest[];
  /** Responses to the following requests. */
  respond: Respond;
  stop: () => Promise<void>;
}

export async function startLlmStandIn(respond: Respond): Promise<LlmStandIn> {
  const asked: string[] = [];
  const requests: LlmStandInRequest[] = [];
  const server = createServer((incoming, response) => {
    void readRequest(incoming).then(({ text, ...request }) => {
      asked.push(text);
      requests.push(request);
      return standIn.respond(response, text, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const standIn: LlmStandIn = {
    baseUrl: `http://127.0.0.1:${String(port)}/v1`,
    asked,
    requests,
    respond,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  return standIn;
}

/** Responds with this completion. */
export function saying({ people = [], worksAt = [] }: Said): Respond {
  const content = JSON.stringify({
    mentions: [
      ...people.map((text) => ({ text, type: 'person' })),
      ...worksAt.map(([, text]) => ({ text, type: 'organization' })),
    ],
    relations: worksAt.map(([from, to]) => ({ type: 'works_at', from, to, ended: false, date: null })),
    statements: [],
    aliases: [],
  });
  return answering(content);
}

/** Responds with this text. */
export function answering(content: string): Respond {
  const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }];
  return (response) => {
    json(response, 200, { id: 'c', object: 'chat.completion', created: 0, model: 'stand-in', choices });
  };
}

/** Verdicts of the model on claims by their words, with the quote for each. */
export type Verdicts = Readonly<Record<string, readonly [verdict: string, quote: string]>>;

/** Responds with verdicts on the claims that are asked about. */
export function judging(verdicts: Verdicts): Respond {
  return (response, text, request) => {
    const items = request.claims.flatMap(({ id, claim }) => {
      const [verdict, quote] = verdicts[claim] ?? [];
      return verdict === undefined ? [] : [{ id, quote, verdict }];
    });
    return answering(JSON.stringify({ verdicts: items }))(response, text, request);
  };
}

/** Responds with an error status and headers. */
export function refusing(status: number, headers: Record<string, string> = {}): Respond {
  return (response) => {
    json(response, status, { error: { message: 'no', type: 'server_error' } }, headers);
  };
}

function json(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** The request, and the text of the memory in its user message. */
async function readRequest(request: IncomingMessage): Promise<LlmStandInRequest & { readonly text: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { messages, response_format } = JSON.parse(Buffer.concat(chunks).toString()) as {
    messages: { role: string; content: string }[];
    response_format?: { json_schema?: { schema?: unknown } };
  };
  const contentOf = (wanted: string): string | undefined => messages.find(({ role }) => role === wanted)?.content;
  const message = contentOf('user') ?? '{}';
  const { text, claims = [] } = JSON.parse(message) as { text: string; claims?: LlmStandInRequest['claims'] };
  const schema = response_format?.json_schema?.schema;
  return { instructions: contentOf('system') ?? '', message, claims, schema, text };
}
