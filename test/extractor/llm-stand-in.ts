import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Response of the model for a text: people by name, and where they work. */
export interface Said {
  readonly people?: readonly string[];
  readonly worksAt?: readonly (readonly [person: string, organization: string])[];
}

export type Respond = (response: ServerResponse, text: string) => void | Promise<void>;

/** An endpoint with OpenAI's chat completions API, controlled by a test. */
export interface LlmStandIn {
  readonly baseUrl: string;
  /** Requested texts, in order. */
  readonly asked: string[];
  /** Responses to the following requests. */
  respond: Respond;
  stop: () => Promise<void>;
}

export async function startLlmStandIn(respond: Respond): Promise<LlmStandIn> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      asked.push(text);
      return standIn.respond(response, text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const standIn: LlmStandIn = {
    baseUrl: `http://127.0.0.1:${String(port)}/v1`,
    asked,
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
  const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }];
  return (response) => {
    json(response, 200, { id: 'c', object: 'chat.completion', created: 0, model: 'stand-in', choices });
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

/** Text of the memory, from the user message. */
async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as {
    messages: { role: string; content: string }[];
  };
  const content = messages.find(({ role }) => role === 'user')?.content ?? '{}';
  return (JSON.parse(content) as { text: string }).text;
}
