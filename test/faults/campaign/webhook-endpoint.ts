import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import { verifyWebhook } from '../../../clients/typescript/src/index.js';
import { until } from '../../harness/until.js';
import type { Caller } from './caller.js';
import type { KnownScope, Model } from './model.js';

const LIMIT_MS = 180_000;
/** Every so often an attempt fails. */
const FAILS_EVERY = 97;
/** Above the hour by which the clocks of programs jump. */
const TOLERANCE_SECONDS = 7_200;

/** An endpoint for the events of one scope, which fails from time to time. */
export class WebhookEndpoint {
  /** Ids of the events that it accepted, in the order of the first deliveries. */
  private readonly accepted = new Set<string>();
  private readonly secret = `whsec_${randomBytes(32).toString('base64')}`;
  private readonly server: Server;
  private attempts = 0;

  private constructor(
    private readonly scope: KnownScope,
    private readonly model: Model,
  ) {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  /** Starts it, and has all events of a scope sent there from now on. */
  static async start(scope: KnownScope, { model, caller }: { model: Model; caller: Caller }): Promise<WebhookEndpoint> {
    const endpoint = new WebhookEndpoint(scope, model);
    endpoint.server.listen(0, '127.0.0.1');
    await once(endpoint.server, 'listening');
    const { port } = endpoint.server.address() as AddressInfo;
    const body = { url: `http://127.0.0.1:${String(port)}/`, secret: endpoint.secret };
    const request = { method: 'POST', path: '/v1/webhooks', key: scope.key, body, requestId: 'webhook' } as const;
    await caller.surely({ what: 'a webhook', ask: request }, scope);
    return endpoint;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Waits until nothing is left to deliver. Each event must have come, for the first time in the order of the log. */
  async check(pool: Pool): Promise<void> {
    await until(async () => (await this.left(pool)) === 0, LIMIT_MS, 'the deliveries').catch(async () => {
      this.model.finding('webhook stands still', `${String(await this.left(pool))} events wait`);
    });
    const { rows } = await pool.query<{ event_id: string }>(
      `SELECT event_id FROM events JOIN scopes USING (scope_id) WHERE agent = $1 ORDER BY epoch, txid, position`,
      [this.scope.agent],
    );
    const came = [...this.accepted];
    const at = rows.findIndex(({ event_id }, i) => came[i] !== event_id);
    if (at >= 0 || came.length !== rows.length)
      this.model.finding(
        'another series of webhook events',
        `${String(came.length)} of ${String(rows.length)}, the first other one at ${String(at)}`,
      );
  }

  private async left(pool: Pool): Promise<number> {
    const { rows } = await pool.query<{ left: number }>(
      `SELECT count(*)::int AS left FROM events JOIN webhooks AS w USING (scope_id) JOIN scopes USING (scope_id)
       WHERE agent = $1 AND (events.epoch::bigint, events.txid, events.position) > (w.epoch::bigint, w.txid, w.position)`,
      [this.scope.agent],
    );
    return rows[0]?.left ?? 0;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const isSigned = await verifyWebhook(
      this.secret,
      { headers: request.headers, body },
      { toleranceSeconds: TOLERANCE_SECONDS },
    ).then(
      () => true,
      (error: unknown) => {
        this.model.finding('webhook without its signature', String(error));
        return false;
      },
    );
    const fails = (this.attempts += 1) % FAILS_EVERY === 0;
    if (isSigned && !fails) this.accepted.add(String(request.headers['webhook-id']));
    response.writeHead(isSigned && !fails ? 204 : 500).end();
    if (isSigned && !fails) this.model.counts.webhookPosts += 1;
  }
}
