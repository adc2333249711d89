import type { Readiness } from '#telemetry/readiness.js';
import type { Peppers } from '#access/key-hash.js';

/** Injection token of the admin listener's options. */
export const ADMIN_OPTIONS = Symbol('admin options');

export interface AdminOptions {
  /** Token that every call must carry. */
  readonly token: string;
  /** Peppers for the hashes of API keys. */
  readonly peppers: Peppers;
  readonly now: () => Date;
  readonly readiness: Readiness;
}
