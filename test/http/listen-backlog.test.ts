import 'reflect-metadata';
import { expect, test } from '@jest/globals';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { readFileSync } from 'node:fs';
import { createApp, listenOn } from '#apps/api/src/http/create-app.js';
import { createLog } from '#config/log.js';

/** More than Node's backlog of 511. */
const CONNECTIONS = 900;
const systemLimit = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));

class Nothing {
  readonly name = 'no routes';
}

(systemLimit < CONNECTIONS ? test.skip : test)(
  'hundreds of connections that open together are completed by the kernel, not after a retransmission',
  async () => {
    const app = await createApp({ module: Nothing }, createLog('test', 'silent'), {
      onCompleted: () => undefined,
      requestTimeoutMs: 30_000,
    });
    await listenOn(app, 0, '127.0.0.1');
    const server: Server = app.getHttpServer();
    let accepted = 0;
    server.on('connection', () => (accepted += 1));
    const { port } = server.address() as AddressInfo;
    const sockets: Socket[] = [];
    const connected = Array.from({ length: CONNECTIONS }, () => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      return new Promise((resolve) => socket.once('connect', resolve));
    });
    await Promise.all(connected);
    // One is accepted in an iteration; a retransmission comes when all others are.
    expect(accepted).toBeLessThan(CONNECTIONS / 2);
    for (const socket of sockets) socket.destroy();
    await app.close();
  },
);
