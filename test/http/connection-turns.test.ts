import { afterEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { boundConnections } from '#apps/api/src/http/bound-connections.js';
import { takeTurnsToConnect } from '#apps/api/src/http/connection-turns.js';
import { remoteNetworkOf } from '#apps/api/src/http/remote-address.js';
import { until } from '../harness/until.js';

const [NOISY, QUIET] = ['127.0.0.1', '127.0.0.2'];
const CONNECTIONS = 120;
const BODY = 'x'.repeat(20_000);

let server: Server;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** A server that answers with the length of the body. */
async function listen(prepare: (server: Server) => void): Promise<Server> {
  server = createServer((request, response) => {
    void text(request).then((body) => response.end(String(body.length)));
  });
  server.keepAliveTimeout = 120_000;
  prepare(server);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return server;
}

/** Opens a connection from an address of this machine. */
function open(localAddress: string): Socket {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

function post(socket: Socket): Promise<unknown[]> {
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${String(BODY.length)}\r\n\r\n${BODY}`);
  return once(socket, 'data');
}

test('a new connection is served before hundreds of another address that came earlier, and all are answered', async () => {
  await listen(takeTurnsToConnect);
  const callers: string[] = [];
  server.on('request', ({ socket }) => callers.push(socket.remoteAddress ?? ''));
  const noisy = Array.from({ length: CONNECTIONS }, () => post(open(NOISY)));
  const quiet = post(open(QUIET));
  const answers = await Promise.all([...noisy, quiet]);
  expect(callers).toHaveLength(CONNECTIONS + 1);
  expect(callers.findIndex((address) => address.endsWith(QUIET))).toBeLessThan(20);
  for (const [answer] of answers) expect(String(answer)).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*\r\n\r\n20000$/);
  // Those who waited for their turn keep their connection.
  const [socket] = sockets.slice(-1);
  if (socket) expect(String((await post(socket))[0])).toContain('200 OK');
});

test('a connection that ends while it waits for its turn is passed over', async () => {
  await listen(takeTurnsToConnect);
  const leaving = Array.from({ length: CONNECTIONS }, () => open(NOISY));
  const staying = post(open(NOISY));
  for (const socket of leaving) socket.destroy();
  expect(String((await staying)[0])).toContain('200 OK');
});

test('of too many connections those are closed that one address has most of', async () => {
  await listen((one) => {
    boundConnections(one, 4);
  });
  const quiet = open(QUIET);
  await once(quiet, 'connect');
  const noisy: Socket[] = [];
  for (let i = 0; i < 8; i += 1) {
    const socket = open(NOISY);
    noisy.push(socket);
    expect(String((await post(socket))[0])).toContain('200 OK');
  }
  await until(() => Promise.resolve(noisy.filter(({ destroyed }) => destroyed).length === 5));
  expect(noisy.map(({ destroyed }) => destroyed).lastIndexOf(true)).toBe(4);
  expect(String((await post(quiet))[0])).toContain('200 OK');
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::5:6', '2001:db8:0:0'],
  ['2001:db8:1:2:3::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('the network of %s is %s', (remoteAddress, network) => {
  expect(remoteNetworkOf({ remoteAddress } as Socket)).toBe(network);
});
