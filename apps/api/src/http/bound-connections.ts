import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { remoteNetworkOf } from './remote-address.js';

/** Maximum connections of one listener. An idle connection costs about 20 KiB. */
export const MAX_CONNECTIONS = 8_192;

/** Connections of one remote network. */
interface Peer {
  open: number;
  /** Those without a request in flight, longest idle first. */
  readonly idle: Set<Socket>;
}

/**
 * Bounds the number of open connections. When one more opens, a connection is closed: of the remote network that has
 * most of them, the one that has been idle longest. A client that opens many connections, or sends heads that never
 * end, therefore loses its own.
 */
export function boundConnections(server: Server, maxConnections: number): void {
  const peers = new Map<string, Peer>();
  const peerOf = new WeakMap<Socket, Peer>();
  let open = 0;
  server.on('connection', (socket: Socket) => {
    const network = remoteNetworkOf(socket);
    const peer = peers.get(network) ?? { open: 0, idle: new Set() };
    peers.set(network, peer);
    peerOf.set(socket, peer);
    open += 1;
    peer.open += 1;
    peer.idle.add(socket);
    socket.once('close', () => {
      open -= 1;
      peer.open -= 1;
      peer.idle.delete(socket);
      if (peer.open === 0) peers.delete(network);
    });
    if (open > maxConnections) closeOne(peers.values(), socket);
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const idle = peerOf.get(socket)?.idle;
    idle?.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle?.add(socket);
    });
  });
}

/** @param newest closed if no connection is idle */
function closeOne(peers: Iterable<Peer>, newest: Socket): void {
  let largest: Peer | undefined;
  for (const peer of peers) if (peer.idle.size > 0 && peer.open > (largest?.open ?? 0)) largest = peer;
  const [longest = newest] = largest?.idle ?? [];
  largest?.idle.delete(longest);
  longest.destroy();
}
