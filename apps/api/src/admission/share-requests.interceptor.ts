import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { finalize, type Observable } from 'rxjs';
import type { Identity } from '#access/api-keys.js';
import { AnswerNotAwaited, RequestShares } from './request-shares.js';
import { requestCost } from './route-costs.js';

/** Makes each authenticated request wait for its scope's share before its handler runs. */
@Injectable()
export class ShareRequests implements NestInterceptor {
  constructor(private readonly shares: RequestShares) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest & { readonly identity?: Identity }>();
    const cost = requestCost(request.method, request.routeOptions.url ?? '');
    if (request.identity === undefined || cost === 0) return next.handle();
    const gone = closeSignalOf(http.getResponse<FastifyReply>());
    const release = await this.shares.begin(request.identity.scope.scopeId, cost, gone);
    return next.handle().pipe(finalize(release));
  }
}

/** Signal that aborts when the response has been sent or the connection is lost. */
function closeSignalOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    gone.abort(new AnswerNotAwaited('nobody waits for the answer'));
  });
  return gone.signal;
}
