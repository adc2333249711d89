import { isUtf8 } from 'node:buffer';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DynamicModule, Type } from '@nestjs/common';
import type { Logger } from 'pino';
import { dateOfNanos, type Clock } from '#contracts/clock.js';
import { uuidv7 } from '#contracts/uuid-v7.js';
import { parseExact } from '#contracts/exact-json.js';
import { BODY_SHARES, BodyShares, type BodyShareOptions } from '../admission/body-shares.js';
import { boundConnections, MAX_CONNECTIONS } from './bound-connections.js';
import { takeTurnsToConnect } from './connection-turns.js';
import { boundPipelining } from './bound-pipelining.js';
import { deliverAnswers } from '../admission/deliver-answers.js';
import { UNREAD_ANSWERS, type UnreadAnswerOptions } from '../admission/unread-answers.js';
import { boundExceeded } from '#contracts/json-bounds.js';
import { observeRequests, type CompletedRequest } from './completed-request.js';
import { enableGracefulShutdown } from './graceful-shutdown.js';
import { answerClientError, answerUnroutable } from './protocol-errors.js';
import { drainBodies } from './drain-bodies.js';
import { LongBodies } from './long-bodies.js';
import { guardRequests, LINES } from './guard-requests.js';
import { ProblemFilter } from './problem.filter.js';
import { BadRequest } from './problems.js';
import { BODY_BYTES } from '../shared/request-limits.js';
import { REQUEST_GATE, type RequestGate } from './request-gate.js';
import { RouteTable } from './route-table.js';
import { serialiseAnswers } from './serialise-answers.js';
import { applyHandling } from './preferences.js';
import { limitTime } from './time-limit.js';

/**
 * Maximum length of a path parameter, as long as Node's 16 KiB of headers, so that the route itself reports a wrong
 * one.
 */
const MAX_PARAMETER_LENGTH = 16 * 1024;

/** Timeout for receiving the head of a request, and the interval at which connections are checked. */
const HEAD_TIMEOUT_MS = 10_000;
const TIMEOUT_CHECK_MS = 5_000;

/**
 * Bounds of a JSON body, above what any route accepts: metadata of 64 KiB has at most 32 levels and about 22,000
 * values.
 */
const JSON_BOUNDS = { depth: 64, values: 50_000 };
const BOUND_NAMES = { depth: 'levels of objects and arrays', values: 'values' };

export interface AppOptions {
  /** Called for every request when its response has been sent. */
  readonly onCompleted: (request: CompletedRequest) => void;
  /** Timeout for receiving a whole request, and again for answering it. */
  readonly requestTimeoutMs: number;
  /** Limits of unread response bytes. */
  readonly unread?: UnreadAnswerOptions;
  /** Limits of request bodies in memory. */
  readonly bodies?: BodyShareOptions;
  /** Maximum open connections. */
  readonly connections?: number;
  /** The time in `Date` of a response; without one, that of the machine. */
  readonly clock?: Clock;
}

/**
 * Creates the HTTP application of a root module: exact JSON in both directions, request ids, and the error envelope
 * everywhere.
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
    clock,
  }: AppOptions,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: BODY_BYTES.usual,
    genReqId: () => uuidv7(),
    requestIdHeader: false,
    // Not connectionTimeout: it closes silent connections, including one whose client waits for its response.
    requestTimeout: requestTimeoutMs,
    http: {
      // checkHead answers a request without Host, in the error envelope.
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
    if (clock) reply.header('date', dateOfNanos(clock.nowNanos()).toUTCString());
    // Each limit adds its own listener for the end of the response.
    reply.raw.setMaxListeners(24);
    done();
  });
  // Node answers an unknown Expect header with an empty 417; ignore it instead, like other unknown fields.
  fastify.server.on('checkExpectation', (request, response) => fastify.server.emit('request', request, response));
  observeRequests(fastify, onCompleted);
  drainBodies(fastify);
  takeTurnsToConnect(fastify.server);
  boundConnections(fastify.server, connections);
  guardRequests(fastify, () => app.get<RequestGate>(REQUEST_GATE, { strict: false }), new BodyShares(bodies));
  limitTime(fastify, requestTimeoutMs);
  applyHandling(fastify);
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

/**
 * Connections that the kernel completes before they are accepted; `net.core.somaxconn` bounds it. Of further ones it
 * drops the first packet, and whoever sent it tries again after a second or more.
 */
const LISTEN_BACKLOG = 4_096;

/** Opens the port of an application. */
export async function listenOn(app: NestFastifyApplication, port: number, host: string): Promise<void> {
  await app.listen({ port, host, backlog: LISTEN_BACKLOG });
}

/** Parses JSON bodies without rounding numbers; a blank body is undefined. */
function useExactBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const longBodies = new LongBodies();
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: string | Buffer) =>
      longBodies.read(request, Buffer.byteLength(body), () => exactBody(body)),
  );
  // Lines are read one by one by the route that takes them.
  fastify.addContentTypeParser(LINES, { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
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
