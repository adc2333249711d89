import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { AuthenticatedRequest } from '../http/authenticated-request.js';
import { countUntilNow } from '../http/completed-request.js';
import { credentialOf } from '../http/credential.js';
import type { QueryString } from '../http/query-parameters.js';
import { Needs } from '../http/route-rules.js';
import { readQuery } from '../schema/query.js';
import { EventStreams } from './event-streams.js';
import { EventsQuery } from './events.query.js';

/** GET /v1/events: events of the scope as they happen, as server-sent events. */
@Controller('v1/events')
export class EventsController {
  constructor(private readonly streams: EventStreams) {}

  @Get()
  @Needs('recall')
  async events(@Req() request: AuthenticatedRequest, @Res() reply: FastifyReply, @Query() query: QueryString) {
    const { after, ...wanted } = readQuery(EventsQuery, query);
    const resumed = request.headers['last-event-id'];
    const stream = await this.streams.begin(
      {
        ...wanted,
        ...{ scopeId: request.identity.scope.scopeId, credential: credentialOf(request) },
        // A client that connects again sends the header, and the parameter of its first request.
        after: typeof resumed === 'string' && resumed !== '' ? resumed : after,
        follow: wanted.follow && request.method !== 'HEAD',
      },
      reply,
    );
    countUntilNow(request);
    void reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      // Proxies that buffer responses would hold the events back.
      .header('x-accel-buffering', 'no')
      .header('connection', 'close')
      .send(stream);
  }
}
