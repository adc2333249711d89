import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy before a server, which a test can cut. */
export interface TcpProxy {
  /** The server's address through the proxy. */
  readonly url: string;
  /**
   * Cuts the connection on which the client next sends these bytes, before the server receives them or when it responds
   * to them. Resolves then.
   */
  cutAt(bytes: string, when: 'before' | 'at answer'): Promise<void>;
  /** Closes all connections and accepts no more, until `accept`. */
  refuse(): void;
  accept(): void;
  /** Stops forwarding without closing anything, like a cut cable. New connections are accepted and never answered. */
  silence(): void;
  stop(): Promise<void>;
}

interface Cut {
  readonly bytes: string;
  readonly when: 'before' | 'at answer';
  readonly done: () => void;
}

/** Starts a proxy before the server of `url`. */
export async function startTcpProxy(url: string): Promise<TcpProxy> {
  const target = new URL(url);
  const open = new Set<Socket>();
  let cut: Cut | undefined;
  let refusing = false;
  let silent = false;
  const server = createServer((client) => {
    if (refusing) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    let answerOf: Cut | undefined;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket
        .on('error', () => {
          if (!silent) end();
        })
        .on('close', () => {
          open.delete(socket);
          if (!silent) end();
        });
    }
    client.on('data', (chunk) => {
      const met = cut && chunk.includes(cut.bytes) ? cut : undefined;
      if (met) cut = undefined;
      if (met?.when === 'before') {
        end();
        met.done();
        return;
      }
      answerOf ??= met;
      if (!silent) upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (silent) return;
      if (!answerOf) client.write(chunk);
      else {
        end();
        answerOf.done();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = new URL(url);
  own.hostname = '127.0.0.1';
  own.port = String((server.address() as AddressInfo).port);
  const cutAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: own.href,
    cutAt: (bytes, when) =>
      new Promise((resolve) => {
        cut = { bytes, when, done: resolve };
      }),
    refuse: () => {
      refusing = true;
      cutAll();
    },
    accept: () => {
      refusing = false;
    },
    silence: () => {
      silent = true;
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      cutAll();
      await closed;
    },
  };
}
