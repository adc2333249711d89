import { Injectable, Inject } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { msOfNanos, type Clock } from '#contracts/clock.js';
import {
  CallRefused,
  extractionIn,
  type CallAnswer,
  type CallInput,
  type EngraphCalls,
  type McpOperation,
} from '#mcp/calls/engraph-calls.js';
import { requestCost } from '../admission/route-costs.js';
import { RequestShares } from '../admission/request-shares.js';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { factsOf, problemOf, UNFORESEEN } from '../http/problems.js';
import { requirePermission } from '../http/request-gate.js';
import { API_OPTIONS, type ApiOptions } from '../options/api-options.js';
import { CLOCK } from '../shared/clock.js';
import { operationHandlers, type OperationHandler } from './operation-handlers.js';

/**
 * Calls of the MCP tools within the api: the controllers of the routes, under the identity of the MCP request, with the
 * permissions and the share of each route. The MCP request itself has been authenticated and counted.
 */
@Injectable()
export class ControllerCalls {
  private handlers: ReadonlyMap<string, OperationHandler> | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly shares: RequestShares,
    @Inject(API_OPTIONS) private readonly options: ApiOptions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param gone aborts when the client of the MCP request no longer waits */
  of(request: AuthenticatedRequest, gone: AbortSignal): EngraphCalls {
    return { call: (operation, input) => this.call(request, gone, operation, input) };
  }

  private async call(
    request: AuthenticatedRequest,
    gone: AbortSignal,
    operation: McpOperation,
    input: CallInput,
  ): Promise<CallAnswer> {
    try {
      return await this.run(request, gone, this.handlerOf(operation), input);
    } catch (error) {
      const { code, message, retryAfterSeconds } = problemOf(error) ?? UNFORESEEN;
      if (code === UNFORESEEN.code)
        this.options.log.error({ request_id: request.id, ...factsOf(error) }, 'unexpected error');
      throw new CallRefused(code, message, retryAfterSeconds);
    }
  }

  /** Nest has all controllers only once the application is up. */
  private handlerOf(operation: McpOperation): OperationHandler {
    this.handlers ??= operationHandlers(this.discovery.getControllers().map(({ instance }) => instance as object));
    const handler = this.handlers.get(operation);
    if (handler === undefined) throw new TypeError(`no route serves ${operation}`);
    return handler;
  }

  private async run(
    request: AuthenticatedRequest,
    gone: AbortSignal,
    { route, permissions, run }: OperationHandler,
    { id = '', body, query = {}, ...headers }: CallInput,
  ): Promise<CallAnswer> {
    for (const permission of permissions) requirePermission(request, permission);
    const cost = requestCost(...route);
    const release = cost === 0 ? null : await this.shares.begin(request.identity.scope.scopeId, cost, gone);
    try {
      const reply = new HeadersOfReply();
      const call = { request: withHeaders(request, headers), reply: reply as unknown as FastifyReply, id, body, query };
      const answer = (await run(call)) as object;
      return {
        body: answer,
        replayed: reply.getHeader('idempotency-replayed') === 'true',
        extraction: extractionIn(reply.getHeader('preference-applied')),
        answeredAtMs: msOfNanos(this.clock.nowNanos()),
      };
    } finally {
      release?.();
    }
  }
}

/** The same request with the headers of a call in the place of its own. */
function withHeaders(
  request: AuthenticatedRequest,
  { requestId, waitSeconds = 0 }: Pick<CallInput, 'requestId' | 'waitSeconds'>,
): AuthenticatedRequest {
  const headers = {
    // Several writes of one MCP request are no repetitions of each other.
    'idempotency-key': requestId ?? crypto.randomUUID(),
    ...(waitSeconds > 0 && { prefer: `wait=${String(waitSeconds)}` }),
  };
  return Object.create(request, { headers: { value: headers } }) as AuthenticatedRequest;
}

/** What the controllers use of a reply: they set headers, which here describe one call of several. */
class HeadersOfReply {
  private readonly headers = new Map<string, string>();

  header(name: string, value: unknown): this {
    this.headers.set(name.toLowerCase(), String(value));
    return this;
  }

  getHeader(name: string): string | undefined {
    return this.headers.get(name.toLowerCase());
  }
}
