import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Connections of one listener, without a request under way on most of them: about 20 KiB each. */
export const MAX_CONNECTIONS = 8_192;

/**
 * Holds so many connections at most. For one more, that on which nothing has been asked for longest is closed: one who opens
 * many, or sends heads that do not end, closes their own, and whoever asks at once is served.
 */
export function boundConnections(server: Server, most: number): void {
  /** Those without a request under way, the longest idle first. */
  const idle = new Set<Socket>();
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open += 1;
    idle.add(socket);
    socket.once('close', () => {
      open -= 1;
      idle.delete(socket);
    });
    if (open <= most) return;
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
