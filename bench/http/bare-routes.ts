import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { programArgument } from '../processes.js';

/** A route that answers with the bytes of a file and does nothing else. */
export interface BareRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly file: string;
}

const { routes } = programArgument() as { routes: readonly BareRoute[] };
const app = fastify();
for (const { method, path, file } of routes) {
  const bytes = readFileSync(file, 'utf8');
  app.route({
    method,
    url: path,
    handler: (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(bytes),
  });
}
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${String((app.server.address() as AddressInfo).port)}\n`);
