import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

/** METRICS_PORT is in use by another program. */
export class MetricsPortTaken extends Error {
  override readonly name = 'MetricsPortTaken';
  constructor(readonly port: number) {
    super(`port ${String(port)} is taken; choose another with METRICS_PORT=…, or 0 for none`);
  }
}

/** The running metrics server. */
export interface MetricsServer {
  close(): Promise<void>;
}

/**
 * Serves GET /metrics on its own port, for a scraper in the internal network; it needs no credential.
 * @param port 0: serves nothing
 * @throws MetricsPortTaken
 */
export async function serveMetrics(registry: Registry, port: number, host: string): Promise<MetricsServer> {
  if (port === 0) return { close: () => Promise.resolve() };
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await listen(server, port, host);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject('code' in error && error.code === 'EADDRINUSE' ? new MetricsPortTaken(port) : error);
    });
    server.listen(port, host, resolve);
  });
}
