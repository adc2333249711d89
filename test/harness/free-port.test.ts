import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { freePort, isFree } from './free-port.js';

test('a free port is given once, and is none that the system gives to whoever asks for any', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort));
  expect(new Set(ports).size).toBe(20);
  expect(ports.filter((port) => port < 10_000 || port >= 32_768)).toEqual([]);
});

test('a port on which somebody listens at one address is not free', async () => {
  const port = await freePort();
  expect(await isFree(port)).toBe(true);
  const holder = createServer().listen(port, '127.0.0.1');
  await once(holder, 'listening');
  const isTaken = !(await isFree(port));
  holder.close();
  expect(isTaken).toBe(true);
});
