import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum connections of one listener. An idle connection costs about 20 KiB. */
export const MAX_CONNECTIONS = 8_192;

/**
 * Bounds the number of open connections. When one more opens, the connection that has been idle longest is closed. A
 * client that opens many connections, or sends heads that never end, therefore loses its own, and a client that sends
 * its request at once is served.
 */
export function boundConnections(server: Server, maxConnections: number): void {
  /** Connections without a request in flight, longest idle first. */
  const idle = new Set<Socket>();
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open += 1;
    idle.add(socket);
    socket.once('close', () => {
      open -= 1;
      idle.delete(socket);
    });
    if (open <= maxConnections) return;
    const [longest = socket] = idle;
    idle.delete(longest);
    longest.destroy();
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
}
