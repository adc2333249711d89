import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { FairQueue } from '#fairness/fair-queue.js';
import { remoteNetworkOf } from './remote-address.js';

/** Maximum connections that are accepted before one is served, while more of them wait to be accepted. */
const ACCEPTED_PER_SERVED = 32;

const ONE = { maxItems: 1, maxBytes: 1, maxBytesPerKey: 1 };

/**
 * Serves new connections round-robin by remote network. libuv accepts one connection per event-loop iteration, in the
 * order of arrival, and an iteration that also answers requests takes milliseconds. So connections that arrive together
 * are first accepted without being read, 0.1 ms each, and then served in turn, one per iteration. A client that opens
 * hundreds keeps those of others waiting for the accepts, not for its requests.
 *
 * Clients behind one proxy share its address, and are served in the order of arrival. Call this before other listeners
 * for connections are added.
 */
export function takeTurnsToConnect(server: Server): void {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  // As the net module's option of this name, which the http module does not pass on: a waiting connection is not read.
  Object.assign(server, { pauseOnConnect: true });
  const turns = new ConnectionTurns((socket) => {
    if (socket.destroyed) return;
    for (const listener of listeners) listener.call(server, socket);
    socket.resume();
  });
  server.on('connection', (socket: Socket) => {
    turns.add(socket);
  });
}

class ConnectionTurns {
  private readonly waiting = new FairQueue<Socket>();
  private isBurst = false;
  /** Whether a connection was accepted in this event-loop iteration. */
  private hasAccepted = false;
  private acceptedInRow = 0;

  constructor(private readonly serve: (socket: Socket) => void) {}

  add(socket: Socket): void {
    this.hasAccepted = true;
    if (this.isBurst) {
      this.waiting.push(remoteNetworkOf(socket), socket, 1);
      return;
    }
    this.serve(socket);
    this.isBurst = true;
    setImmediate(this.endIteration);
  }

  private readonly endIteration = (): void => {
    const { hasAccepted } = this;
    this.hasAccepted = false;
    this.acceptedInRow = hasAccepted ? this.acceptedInRow + 1 : 0;
    const isAccepting = hasAccepted && this.acceptedInRow < ACCEPTED_PER_SERVED;
    if (!isAccepting) this.serveNext();
    this.isBurst = hasAccepted || this.waiting.size > 0;
    if (this.isBurst) setImmediate(this.endIteration);
  };

  private serveNext(): void {
    this.acceptedInRow = 0;
    for (const socket of this.waiting.take(ONE)) this.serve(socket);
  }
}
