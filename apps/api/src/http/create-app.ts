import { isUtf8 } from 'node:buffer';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DynamicModule, Type } from '@nestjs/common';
import type { Logger } from 'pino';
import { uuidv7 } from '#contracts/uuid-v7.js';
import { parseExact } from '#contracts/exact-json.js';
import { BODY_SHARES, BodyShares, type BodyShareOptions } from '../admission/body-shares.js';
import { boundConnections, MAX_CONNECTIONS } from './bound-connections.js';
import { boundPipelining } from './bound-pipelining.js';
import { deliverAnswers } from '../admission/deliver-answers.js';
import { UNREAD_ANSWERS, type UnreadAnswerOptions } from '../admission/unread-answers.js';
import { boundExceeded } from '#contracts/json-bounds.js';
import { observeRequests, type CompletedRequest } from './completed-request.js';
import { enableGracefulShutdown } from './graceful-shutdown.js';
import { answerClientError, answerUnroutable } from './protocol-errors.js';
import { drainBodies } from './drain-bodies.js';
import { LongBodies } from './long-bodies.js';
import { guardRequests } from './guard-requests.js';
import { ProblemFilter } from './problem.filter.js';
import { BadRequest } from './problems.js';
import { BODY_BYTES } from '../shared/request-limits.js';
import { REQUEST_GATE, type RequestGate } from './request-gate.js';
import { RouteTable } from './route-table.js';
import { serialiseAnswers } from './serialise-answers.js';
import { limitTime } from './time-limit.js';

/** A path parameter of any length reaches its route, which says what is wrong with it; Node takes 16 KiB of headers. */
const MAX_PARAMETER_LENGTH = 16 * 1024;

/** The head of a request has this long to arrive; connections are looked through this often. */
const HEAD_TIMEOUT_MS = 10_000;
const TIMEOUT_CHECK_MS = 5_000;

/** More than any route takes: metadata of 64 KiB has at most 32 levels, and about 22,000 values. */
const JSON_BOUNDS = { depth: 64, values: 50_000 };
const BOUND_NAMES = { depth: 'levels of objects and arrays', values: 'values' };

export interface AppOptions {
  /** Hears of every request when its answer has left. */
  readonly onCompleted: (request: CompletedRequest) => void;
  /** How long a whole request may take to arrive, and then its answer to be made. */
  readonly requestTimeoutMs: number;
  /** How much of answers may wait to be read by clients. */
  readonly unread?: UnreadAnswerOptions;
  /** How much of bodies is held. */
  readonly bodies?: BodyShareOptions;
  /** Connections that are held at most. */
  readonly connections?: number;
}

/**
 * The HTTP application of a root module: exact JSON both ways, request ids, and the error envelope everywhere.
 */
export async function createApp(
  root: Type | DynamicModule,
  log: Logger,
  {
    onCompleted,
    requestTimeoutMs,
    unread = UNREAD_ANSWERS,
    bodies = BODY_SHARES,
    connections = MAX_CONNECTIONS,
  }: AppOptions,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_BYTES.usual,
    genReqId: () => uuidv7(),
    requestIdHeader: false,
    // Not connectionTimeout: it ends a connection that is silent, as one is whose client waits for its answer.
    requestTimeout: requestTimeoutMs,
    http: {
      // Such a request is answered in the envelope, as every other is.
      requireHostHeader: false,
      headersTimeout: Math.min(HEAD_TIMEOUT_MS, requestTimeoutMs),
      connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, requestTimeoutMs),
    },
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH, ignoreTrailingSlash: true },
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerClientError,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  const routes = new RouteTable();
  fastify.addHook('onRoute', ({ method, url }) => {
    routes.add(method, url);
  });
  boundPipelining(fastify);
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    // Every limit hears of the end of an answer by itself.
    reply.raw.setMaxListeners(24);
    done();
  });
  // Node answers an expectation that it does not know with an empty 417; like other unknown fields, it is ignored.
  fastify.server.on('checkExpectation', (request, response) => fastify.server.emit('request', request, response));
  observeRequests(fastify, onCompleted);
  drainBodies(fastify);
  boundConnections(fastify.server, connections);
  guardRequests(fastify, () => app.get<RequestGate>(REQUEST_GATE, { strict: false }), new BodyShares(bodies));
  limitTime(fastify, requestTimeoutMs);
  enableGracefulShutdown(fastify);
  deliverAnswers(fastify, unread);
  serialiseAnswers(fastify);
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: false,
    abortOnError: false,
    bodyParser: false,
  });
  useExactBodies(fastify);
  app.useGlobalFilters(new ProblemFilter(log, routes));
  return app;
}

/** JSON bodies without rounding; an absent body is an empty object. */
function useExactBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const longBodies = new LongBodies();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: string | Buffer) =>
      longBodies.read(request, Buffer.byteLength(body), () => exactBody(body)),
  );
}

/** @throws BadRequest */
function exactBody(body: string | Buffer): unknown {
  if (typeof body !== 'string' && !isUtf8(body)) throw new BadRequest('the body is not UTF-8');
  const exceeded = typeof body === 'string' ? null : boundExceeded(body, JSON_BOUNDS);
  if (exceeded !== null)
    throw new BadRequest(`the body has more than ${String(JSON_BOUNDS[exceeded])} ${BOUND_NAMES[exceeded]}`);
  const text = body.toString();
  if (text.trim() === '') return undefined;
  try {
    return parseExact(text);
  } catch {
    throw new BadRequest('the body is not JSON');
  }
}
