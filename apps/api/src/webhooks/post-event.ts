import { createHmac } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { VERSION } from '#config/version.js';
import { withTimeLimit } from '#inference/time-limit.js';
import { isPrivateAddress, lookupPublic, PrivateAddress } from './private-addresses.js';
import { hostOf } from './webhook-url.js';

/** Limit of one attempt, from the look-up of the name to the head of the answer. */
export const ATTEMPT_MS = 10_000;

/** A longer answer is not read: its connection is closed. */
const MAX_ANSWER_BYTES = 1_024;

/** What is sent, and how it is signed. */
export interface SignedMessage {
  /** Id of the event; a repeated delivery has the same. */
  readonly id: string;
  readonly body: string;
  readonly secret: Buffer;
}

/** Sends events to webhooks, over connections that are kept. */
export class EventPoster {
  private readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };

  constructor(private readonly allowsPrivate: boolean) {
    const options = { keepAlive: true, timeout: 30_000, maxFreeSockets: 64 };
    this.agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  }

  /**
   * Posts a message once, signed as Standard Webhooks has it (https://www.standardwebhooks.com), and follows no
   * redirect.
   * @returns status of the answer
   * @throws PrivateAddress, a TimeoutError, or the system's error
   */
  post(url: URL, message: SignedMessage, stopping: AbortSignal): Promise<number> {
    const host = hostOf(url);
    if (!this.allowsPrivate && isIP(host) > 0 && isPrivateAddress(host)) throw new PrivateAddress();
    return withTimeLimit(ATTEMPT_MS, stopping, (signal) => this.send(url, message, signal));
  }

  close(): void {
    this.agents.http.destroy();
    this.agents.https.destroy();
  }

  private send(url: URL, { id, body, secret }: SignedMessage, signal: AbortSignal): Promise<number> {
    const isPlain = url.protocol === 'http:';
    const seconds = String(Math.floor(Date.now() / 1_000));
    const options: RequestOptions = {
      method: 'POST',
      agent: isPlain ? this.agents.http : this.agents.https,
      signal,
      ...(this.allowsPrivate ? {} : { lookup: lookupPublic }),
      headers: {
        'content-type': 'application/cloudevents+json',
        'content-length': Buffer.byteLength(body),
        'user-agent': `engraph/${VERSION}`,
        'webhook-id': id,
        'webhook-timestamp': seconds,
        'webhook-signature': `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`,
      },
    };
    return new Promise((resolve, reject) => {
      const request = (isPlain ? httpRequest : httpsRequest)(url, options, (response) => {
        drain(response);
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject).end(body);
    });
  }
}

/** Reads a short answer to its end, so that its connection can be used again. */
function drain(response: IncomingMessage): void {
  let bytes = 0;
  response.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) response.destroy();
  });
}
