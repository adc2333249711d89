import { Body, Controller, HttpCode, Inject, Post, Req, Res, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { VERSION } from '#config/version.js';
import { McpServers } from '#mcp/mcp-server.js';
import { AnswerNotAwaited } from '../admission/request-shares.js';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { factsOf, ForeignOrigin } from '../http/problems.js';
import { Needs, TakesBody } from '../http/route-rules.js';
import { openApiDocument } from '../openapi/document.js';
import { API_OPTIONS, type ApiOptions } from '../options/api-options.js';
import { LIMITS } from '../shared/request-limits.js';
import { ControllerCalls } from './controller-calls.js';

/** Headers of an MCP request that the protocol reads. */
const PROTOCOL_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

/** Request, by the authentication data that the SDK passes on. */
const CALLER = 'caller';

interface Caller {
  readonly request: AuthenticatedRequest;
  readonly gone: AbortSignal;
}

/**
 * The Model Context Protocol over streamable HTTP, without sessions: each request is served alone, so that any replica
 * serves any of them. Clients of the revision 2026-07-28 and of earlier ones are served alike.
 */
@Controller('v1/mcp')
export class McpController implements OnApplicationShutdown {
  private readonly servers: McpServers;
  private readonly handler: ReturnType<typeof createMcpHandler>;

  constructor(
    private readonly calls: ControllerCalls,
    @Inject(API_OPTIONS) { log }: ApiOptions,
  ) {
    this.servers = new McpServers({
      ...{ document: openApiDocument(), version: VERSION },
      onUnexpected: (error) => {
        log.error(factsOf(error), 'a tool failed unexpectedly');
      },
    });
    this.handler = createMcpHandler(({ authInfo }) => this.serverOf(authInfo?.extra?.[CALLER] as Caller), {
      // No tool reports progress, and nothing changes that a client could subscribe to: each answer is one body.
      ...{ keepAliveMs: 0, maxSubscriptions: 0 },
      onerror: (error) => {
        log.debug(factsOf(error), 'an MCP request was refused');
      },
    });
  }

  @Post()
  @HttpCode(200)
  @Needs('any')
  @TakesBody(LIMITS.body_bytes)
  async post(@Req() request: AuthenticatedRequest, @Res() reply: FastifyReply, @Body() body: unknown): Promise<void> {
    checkOrigin(request);
    const gone = closeSignal(reply);
    const caller: Caller = { request, gone };
    const response = await this.handler.fetch(webRequestOf(request, gone), {
      ...(body !== undefined && { parsedBody: body }),
      authInfo: { token: '', clientId: '', scopes: [], extra: { [CALLER]: caller } },
    });
    const text = await response.text();
    if (reply.sent || reply.raw.headersSent || gone.aborted) return;
    for (const [name, value] of response.headers) void reply.header(name, value);
    void reply.status(response.status).send(text);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.handler.close();
  }

  private serverOf({ request, gone }: Caller) {
    return this.servers.over(this.calls.of(request, gone));
  }
}

/**
 * Refuses the request of a web page of another host: a browser on a page that means harm could otherwise use a service
 * that it reaches by a name of the page's own (DNS rebinding). @throws ForeignOrigin
 */
function checkOrigin({ headers }: AuthenticatedRequest): void {
  const { origin, host } = headers;
  if (origin === undefined) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new ForeignOrigin();
}

function webRequestOf({ headers }: AuthenticatedRequest, signal: AbortSignal): Request {
  const own = PROTOCOL_HEADERS.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return new Request('http://localhost/v1/mcp', {
    method: 'POST',
    headers: new Headers(own as [string, string][]),
    signal,
  });
}

/** Signal that aborts when the connection closes before the answer. */
function closeSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new AnswerNotAwaited('nobody waits for the answer'));
  });
  return gone.signal;
}
