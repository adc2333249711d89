import { followEvents, type EventOptions, type ScopeEvent } from './events.js';
import { FactCalls } from './fact-calls.js';
import { OPERATIONS } from './generated/operations.js';
import type { Answer, Body, Query, WriteOptions } from './operations.js';
import type { CallOptions } from './transport.js';

/** What happens in the scope, where it is posted, and how the service keeps up with it. */
export class EventCalls extends FactCalls {
  /**
   * What happens in the scope, as it happens: each event at least once and in order. Goes on after a lost connection,
   * until the loop or the signal ends it.
   */
  events(options: EventOptions = {}): AsyncGenerator<ScopeEvent, void, undefined> {
    const { method, path } = OPERATIONS.events;
    const { types, follow } = options;
    const source = {
      retry: this.transport.retryPolicy,
      parse: (json: string) => this.transport.parse(json),
      open: (after: string | undefined, signal: AbortSignal) =>
        this.transport.open({ method, path, query: { types: types?.join(','), follow, after } }, signal),
    };
    return followEvents(source, options);
  }

  /** Has events of the scope posted to a URL. The answer has the secret, which is not shown again. */
  createWebhook(webhook: Body<'createWebhook'>, options?: WriteOptions): Promise<Answer<'createWebhook'>> {
    return this.write('createWebhook', { body: webhook }, options);
  }

  listWebhooks(options?: CallOptions): Promise<Answer<'listWebhooks'>> {
    return this.call('listWebhooks', {}, options);
  }

  /** Lets a webhook that failed too often go on where it is. */
  resumeWebhook(webhookId: string, options?: WriteOptions): Promise<Answer<'resumeWebhook'>> {
    return this.write('resumeWebhook', { id: webhookId }, options);
  }

  deleteWebhook(webhookId: string, options?: WriteOptions): Promise<Answer<'deleteWebhook'>> {
    return this.write('deleteWebhook', { id: webhookId }, options);
  }

  /** How the service keeps up with the scope; with `storage` also its rows and bytes. */
  operationFigures(query: Query<'operationFigures'> = {}, options?: CallOptions): Promise<Answer<'operationFigures'>> {
    return this.call('operationFigures', { query }, options);
  }

  /** Has a memory whose extraction was given up extracted again; without one, all of the scope. */
  redriveExtractions(
    of: Body<'redriveExtractions'> = {},
    options?: WriteOptions,
  ): Promise<Answer<'redriveExtractions'>> {
    return this.write('redriveExtractions', { body: of }, options);
  }
}
