import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Action for one request: a response, `drop` (closes the connection) or `hang` (no response). */
export type Scripted =
  { readonly status: number; readonly headers?: Record<string, string>; readonly body: string } | 'drop' | 'hang';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An HTTP server that follows a script, repeating its last entry; simulates faults on the way to Engraph. */
export interface ScriptedServer {
  readonly baseUrl: string;
  readonly seen: SeenRequest[];
  answers(...script: [Scripted, ...Scripted[]]): void;
  stop(): Promise<void>;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  let script: Scripted[] = [];
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      play(script.length > 1 ? script.shift() : script[0], response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    seen,
    answers(...next) {
      script = next;
      seen.length = 0;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function play(scripted: Scripted | undefined, response: ServerResponse): void {
  if (scripted === 'hang') return;
  if (scripted === 'drop' || scripted === undefined) {
    response.socket?.destroy();
    return;
  }
  response.writeHead(scripted.status, { 'content-type': 'application/json', ...scripted.headers }).end(scripted.body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
