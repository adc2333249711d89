import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Respond = (response: ServerResponse, texts: readonly string[]) => void;

/** Fake of an endpoint with OpenAI's embeddings API, controlled by a test. */
export interface EmbeddingsStandIn {
  readonly url: string;
  /** Requested texts, in order. */
  readonly asked: string[];
  respond: Respond;
  stop: () => Promise<void>;
}

export async function startEmbeddingsStandIn(respond: Respond): Promise<EmbeddingsStandIn> {
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { input } = JSON.parse(body) as { input: string[] };
      standIn.asked.push(...input);
      standIn.respond(response, input);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const standIn: EmbeddingsStandIn = {
    url: `http://127.0.0.1:${String(port)}/v1`,
    asked: [],
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

/** Responds with one dimension per given word, 1 if the text contains it. */
export function byWords(...words: readonly string[]): Respond {
  return (response, texts) => {
    const data = texts.map((text, index) => ({
      ...{ object: 'embedding', index },
      embedding: [0.01, ...words.map((word) => (text.toLowerCase().includes(word) ? 1 : 0))],
    }));
    json(response, 200, { object: 'list', model: 'stand-in', data, usage: { prompt_tokens: 1, total_tokens: 1 } });
  };
}

export const failing =
  (status: number): Respond =>
  (response) => {
    json(response, status, { error: { message: 'no' } });
  };

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
