import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { openDatabase } from '#database/database.js';
import { isConnectTimeout } from '#database/errors.js';
import { testDatabase } from '../harness/services.js';

const LIMITS = { poolSize: 6, connectTimeoutMs: 2_000, statementTimeoutMs: 0, entities: [] };
const servers: { readonly server: Server; readonly sockets: Socket[] }[] = [];

afterEach(() => {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

/** Proxy to a database on which connections with these numbers, from 0, are accepted and never answered. */
async function wayTo(
  url: string,
  hangs: (connection: number) => boolean,
): Promise<{ url: string; taken: () => number }> {
  const way = new URL(url);
  const { port, hostname } = way;
  const sockets: Socket[] = [];
  let taken = 0;
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    taken += 1;
    if (hangs(taken - 1)) return;
    const onward = connect(Number(port), hostname);
    sockets.push(onward);
    onward.on('error', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  servers.push({ server, sockets });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  way.host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return { url: way.href, taken: () => taken };
}

test('a process whose first connections take too long starts all the same, for either role', async () => {
  const { url, taken } = await wayTo(await testDatabase(), (connection) => connection === 0 || connection === 2);
  const database = await openDatabase({ ...LIMITS, url });
  expect((await database.service.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  expect(taken()).toBeGreaterThanOrEqual(4);
  await database.close();
});

test('a database that never answers is tried five times', async () => {
  const { url, taken } = await wayTo(await testDatabase(), () => true);
  const opened = openDatabase({ ...LIMITS, url, connectTimeoutMs: 100 });
  expect(await opened.catch(isConnectTimeout)).toBe(true);
  expect(taken()).toBe(5);
});
