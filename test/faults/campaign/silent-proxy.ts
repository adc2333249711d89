import { createServer, connect, type Server, type Socket } from 'node:net';

/** A TCP proxy that can drop all traffic, including FIN, while connections stay open on both sides. */
export class SilentProxy {
  private silent = false;
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private readonly dead = new WeakSet<readonly [Socket, Socket]>();
  private readonly server: Server;
  silences = 0;

  /** @param target destination, which may change at run time */
  constructor(
    readonly port: number,
    private readonly target: () => number,
  ) {
    this.server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (client) => {
      this.pair(client);
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(this.port, '127.0.0.1', resolve);
    });
  }

  /** Drops all traffic. New connections are accepted, but never answered. */
  silence(): void {
    this.silences += 1;
    this.silent = true;
    for (const pair of this.pairs) {
      this.dead.add(pair);
      for (const socket of pair) socket.pause();
    }
  }

  /** Forwards new connections again. Old ones stay dead, as behind a firewall that lost its state. */
  heal(): void {
    this.silent = false;
  }

  async stop(): Promise<void> {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private pair(client: Socket): void {
    const upstream = connect({ port: this.target(), host: '127.0.0.1', allowHalfOpen: true });
    const pair = [client, upstream] as const;
    this.pairs.add(pair);
    for (const [from, to] of [pair, [upstream, client] as const]) {
      from.on('error', () => undefined);
      from.on('data', (chunk) => {
        if (!to.write(chunk)) from.pause();
      });
      to.on('drain', () => {
        if (!this.dead.has(pair)) from.resume();
      });
      from.on('end', () => {
        if (!this.dead.has(pair)) to.end();
      });
      from.on('close', () => {
        // A silent side is never notified.
        if (!this.dead.has(pair)) to.destroy();
        if (from.destroyed && to.destroyed) this.pairs.delete(pair);
      });
    }
    if (this.silent) this.dead.add(pair);
    else client.resume();
  }
}
