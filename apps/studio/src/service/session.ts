import { computed, signal } from '@preact/signals';
import { EngraphClient, UnauthorizedError, type Answer } from '../../../../clients/typescript/src/index.js';
import { forgetDrafts } from './kept-draft.js';
import { listeningFetch, revision, serviceUrl } from './connection.js';

/** Whose scope is looked at, and what the key may do. */
export type KeyOwner = Answer<'whoami'>;

/** The tab keeps the key, and forgets it when it is closed. */
const KEPT_AS = 'engraph.studio.key';

const key = signal(sessionStorage.getItem(KEPT_AS) ?? '');

/** Whose key it is; null before anybody signed in. */
export const identity = signal<KeyOwner | null>(null);

/** Counts up when the key of another scope takes the place of one: what is shown is then of another scope. */
export const scopes = signal(0);

/** Whether a key is kept, so that a page can be shown while the service is asked whose it is. */
export const isSignedIn = computed(() => key.value !== '');

/** Why the key no longer counts; null while it does. */
export const refusal = signal<UnauthorizedError | null>(null);

/** The client of the whole app. Its pauses are short: somebody is looking. */
export const client = new EngraphClient({
  baseUrl: serviceUrl(),
  apiKey: () => key.value,
  timeoutMs: 30_000,
  retry: { attempts: 3, firstPauseMs: 200, maxPauseMs: 2_000 },
  fetch: listeningFetch,
});

/** Takes a key, if the service knows it. @throws EngraphError, and the key before it stays */
export async function signIn(candidate: string): Promise<void> {
  const asked = new EngraphClient({ baseUrl: serviceUrl(), apiKey: candidate, fetch: listeningFetch });
  const known = await asked.whoami();
  sessionStorage.setItem(KEPT_AS, candidate);
  key.value = candidate;
  refusal.value = null;
  if (identity.value && identity.value.agent_id !== known.agent_id) scopes.value += 1;
  identity.value = known;
  revision.value += 1;
}

/** Forgets the key. */
export function signOut(): void {
  sessionStorage.removeItem(KEPT_AS);
  forgetDrafts();
  key.value = '';
  refusal.value = null;
  identity.value = null;
}

/** Asks whose the kept key is. */
export async function identify(): Promise<void> {
  try {
    identity.value = await client.whoami();
  } catch (error) {
    noteRefusal(error);
  }
}

/** Notes that a key is refused, where an error says so; the page stays, and asks for another key. */
export function noteRefusal(error: unknown): void {
  if (error instanceof UnauthorizedError && key.value !== '') refusal.value = error;
}
