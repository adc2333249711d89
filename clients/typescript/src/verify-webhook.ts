import { parseAnswer } from './exact-json.js';
import { eventOf, type ScopeEvent } from './events.js';

/** A request that is not signed with the secret, or was signed too long ago. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** A webhook's request as it came. */
export interface WebhookRequest {
  readonly headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** The body as text, before it is parsed: another spelling of the same JSON has another signature. */
  readonly body: string;
}

const TOLERANCE_SECONDS = 300;

/**
 * The event of a webhook's request, after a check of its signature (https://www.standardwebhooks.com). A repeated
 * delivery has the same `id`.
 * @param secret as it was shown when the webhook was made: `whsec_…`
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  secret: string,
  { headers, body }: WebhookRequest,
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: { toleranceSeconds?: number; now?: number } = {},
): Promise<Omit<ScopeEvent, 'position'>> {
  const header = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof value !== 'string') throw new WebhookVerificationError(`the request has no ${name}`);
    return value;
  };
  const [id, timestamp, signatures] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')];
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookVerificationError('the request was signed too long ago');
  const key = await keyOf(secret);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(' '))
    if (signature.startsWith('v1,') && (await crypto.subtle.verify('HMAC', key, bytesOf(signature.slice(3)), signed)))
      return eventOf(parseAnswer(body, new Set()));
  throw new WebhookVerificationError('the signature is not that of the secret');
}

function keyOf(secret: string): ReturnType<typeof crypto.subtle.importKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Bytes of base64; none where it is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
