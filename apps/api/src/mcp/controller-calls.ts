import { Injectable, Inject } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
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
import { rulesOfHandler } from '../http/route-rules.js';
import { API_OPTIONS, type ApiOptions } from '../options/api-options.js';
import { SERVED_OPERATIONS, type ServedOperation } from './served-operations.js';

/**
 * Calls of the MCP tools within the api: the controllers of the routes, under the identity of the MCP request, with the
 * permissions and the share of each route. The MCP request itself has been authenticated and counted.
 */
@Injectable()
export class ControllerCalls {
  constructor(
    private readonly controllers: ModuleRef,
    private readonly shares: RequestShares,
    @Inject(API_OPTIONS) private readonly options: ApiOptions,
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
      return await this.run(request, gone, SERVED_OPERATIONS[operation], input);
    } catch (error) {
      const { code, message, retryAfterSeconds } = problemOf(error) ?? UNFORESEEN;
      if (code === UNFORESEEN.code)
        this.options.log.error({ request_id: request.id, ...factsOf(error) }, 'unexpected error');
      throw new CallRefused(code, message, retryAfterSeconds);
    }
  }

  private async run(
    request: AuthenticatedRequest,
    gone: AbortSignal,
    { route, controller, handler, run }: ServedOperation,
    { id = '', body, query = {}, ...headers }: CallInput,
  ): Promise<CallAnswer> {
    const target = this.controllers.get<object>(controller, { strict: false });
    for (const permission of rulesOfHandler(target, handler).permissions ?? []) requirePermission(request, permission);
    const cost = requestCost(...route);
    const release = cost === 0 ? null : await this.shares.begin(request.identity.scope.scopeId, cost, gone);
    try {
      const reply = new HeadersOfReply();
      const call = { request: withHeaders(request, headers), reply: reply as unknown as FastifyReply, id, body, query };
      const answer = (await run(target, call)) as object;
      return {
        body: answer,
        replayed: reply.getHeader('idempotency-replayed') === 'true',
        extraction: extractionIn(reply.getHeader('preference-applied')),
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
