import type { Logger } from 'pino';
import type { CredentialStore } from '#access/api-keys.js';
import { checkPeppers } from '#access/check-peppers.js';
import type { Peppers } from '#access/key-hash.js';

/** Runs `checkPeppers`, and logs a warning if keys need a pepper that is not configured. @throws WrongPepper */
export async function checkPeppersLogged(
  store: CredentialStore,
  peppers: Peppers,
  now: Date,
  log: Logger,
): Promise<void> {
  const keys = await checkPeppers(store, peppers, now);
  if (keys > 0) log.warn({ keys }, 'API keys made with another API_KEY_PEPPER are refused');
}
