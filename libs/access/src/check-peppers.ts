import type { CredentialStore } from './api-keys.js';
import { pepperIdOf, type Peppers } from './key-hash.js';

/** Live keys need a pepper that this process does not have, and no key uses one that it has. */
export class WrongPepper extends Error {
  override readonly name = 'WrongPepper';
  constructor(readonly keys: number) {
    super(
      `API_KEY_PEPPER is not the one that API keys were made with: ${String(keys)} of them would be refused; ` +
        'give that one, as API_KEY_PEPPER_PREVIOUS where it was replaced; beside an embedded Postgres it is the file ' +
        'api-keys.pepper of the DATA_DIR that the keys were made in',
    );
  }
}

/**
 * Counts live keys that need a pepper which is not configured; they are refused.
 * @throws WrongPepper if there are such keys and no live key uses a configured pepper
 */
export async function checkPeppers(store: CredentialStore, { current, previous }: Peppers, now: Date): Promise<number> {
  const known = [current, previous].filter((pepper) => pepper !== '').map(pepperIdOf);
  const rows: { known: bigint; unknown: bigint }[] = await store.query(
    `SELECT count(*) FILTER (WHERE pepper_id = ANY ($1)) AS known,
            count(*) FILTER (WHERE pepper_id <> ALL ($1)) AS unknown
     FROM api_keys WHERE pepper_id IS NOT NULL AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
    [known, now],
  );
  const unknown = Number(rows[0]?.unknown ?? 0);
  if (unknown > 0 && Number(rows[0]?.known ?? 0) === 0) throw new WrongPepper(unknown);
  return unknown;
}
