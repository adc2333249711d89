import 'reflect-metadata';
import { afterEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Controller, Module, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { pino } from 'pino';
import { createApp, listenOn } from '#apps/api/src/http/create-app.js';
import { Public } from '#apps/api/src/http/route-rules.js';
import { until } from '../harness/until.js';
import { open } from './raw-request.js';

let app: NestFastifyApplication;

afterEach(async () => {
  await app.close();
});

const LONG_ANSWER = { text: 'x'.repeat(200_000) };

test('a client that leaves before its long answer is noted at debug level, not as an error', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  let leave = (): void => undefined;
  const hasLeft = new Promise<void>((resolve) => (leave = resolve));

  @Controller()
  class Slow {
    @Post('slow')
    @Public()
    async answer(): Promise<object> {
      await hasLeft;
      return LONG_ANSWER;
    }
  }
  @Module({ controllers: [Slow] })
  // eslint-disable-next-line @typescript-eslint/no-extraneous-class -- a module of Nest is its decorator
  class Root {}

  const statuses: number[] = [];
  app = await createApp(Root, log, {
    onCompleted: ({ status }) => statuses.push(status),
    requestTimeoutMs: 30_000,
  });
  await listenOn(app, 0, '127.0.0.1');
  const server: Server = app.getHttpServer();
  const requested = once(server, 'request');
  const socket = await open((server.address() as AddressInfo).port);
  socket.write('POST /slow HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}');
  const [, response] = (await requested) as [unknown, NodeJS.EventEmitter];
  const closed = once(response, 'close');
  socket.destroy();
  await closed;
  leave();
  await until(() => Promise.resolve(lines.length > 0), 20_000, 'a line of the log');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 20, msg: 'the client disconnected before its response' },
  ]);
  expect(statuses.filter((status) => status === 500)).toEqual([]);
});
