import { signal } from '@preact/signals';

/** Whether the service answers: `lost` from a call that nobody answered until the service is ready again. */
export const connection = signal<'ok' | 'lost'>('ok');

/** Counts up whenever the service is there again, or the credential is another: what failed is then asked again. */
export const revision = signal(0);

/** Statuses by which the service, or a proxy before it, says that it cannot answer now. */
const AWAY = new Set([502, 503, 504]);
const ASK_AGAIN_MS = 1_500;

/** The global fetch, which also hears whether anybody answers. */
export async function listeningFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init);
    if (AWAY.has(response.status)) lose();
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) lose();
    throw error;
  }
}

/** The address of the service: the one that served this page, whatever prefix a proxy gave it. */
export function serviceUrl(): string {
  return location.origin + location.pathname.replace(/\/v1\/studio\/.*$/, '');
}

/** Notes that nobody answers, and asks from then on whether the service is ready again. */
export function lose(): void {
  if (connection.value === 'lost') return;
  connection.value = 'lost';
  setTimeout(() => void askAgain(), ASK_AGAIN_MS);
}

async function askAgain(): Promise<void> {
  if (!(await isReady())) {
    setTimeout(() => void askAgain(), ASK_AGAIN_MS);
    return;
  }
  connection.value = 'ok';
  revision.value += 1;
}

async function isReady(): Promise<boolean> {
  try {
    return (await fetch(`${serviceUrl()}/health/ready`)).ok;
  } catch {
    return false;
  }
}
