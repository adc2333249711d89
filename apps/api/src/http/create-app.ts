import { isUtf8 } from 'node:buffer';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { DynamicModule, Type } from '@nestjs/common';
import type { Logger } from 'pino';
import { uuidv7 } from '#contracts/uuid-v7.js';
import { parseExact, stringifyExact } from '#contracts/exact-json.js';
import { ProblemFilter } from './problem.filter.js';
import { BadRequest } from './problems.js';
import { RouteTable } from './route-table.js';
import { TimeLimitInterceptor } from './time-limit.interceptor.js';

/** A body may hold this many bytes, on any route. */
const BODY_LIMIT = 8 * 1024 * 1024;

/** The HTTP application of a root module: exact JSON both ways, request ids, and the error envelope everywhere. */
export async function createApp(root: Type | DynamicModule, log: Logger): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    genReqId: () => uuidv7(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  const routes = new RouteTable();
  fastify.addHook('onRoute', ({ method, url }) => {
    routes.add(method, url);
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  fastify.setReplySerializer((payload) => stringifyExact(payload));
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: false,
    abortOnError: false,
    bodyParser: false,
  });
  useExactBodies(fastify);
  app.useGlobalInterceptors(new TimeLimitInterceptor());
  app.useGlobalFilters(new ProblemFilter(log, routes));
  return app;
}

/** JSON bodies without rounding; an absent body is an empty object. */
function useExactBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    if (typeof body !== 'string' && !isUtf8(body)) {
      done(new BadRequest('the body is not UTF-8'));
      return;
    }
    const text = body.toString();
    if (text.trim() === '') {
      done(null, undefined);
      return;
    }
    try {
      done(null, parseExact(text));
    } catch {
      done(new BadRequest('the body is not JSON'));
    }
  });
}
