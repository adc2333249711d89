import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { timeout, type Observable } from 'rxjs';
import { preferredWait } from './preferred-wait.js';

/** A request has this long, and the time it asked to wait for extraction. */
const LIMIT_MS = 4_500;

/**
 * Ends a request that takes too long with 503, also one that waits behind statements a silent Postgres never answers.
 * A write may still commit afterwards; its request id says so to whoever tries again.
 */
@Injectable()
export class TimeLimitInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    return next.handle().pipe(timeout(LIMIT_MS + 1_000 * preferredWait(headers['prefer'])));
  }
}
