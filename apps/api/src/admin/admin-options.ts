/** Injection token of the admin listener's options. */
export const ADMIN_OPTIONS = Symbol('admin options');

export interface AdminOptions {
  /** The credential of every call. */
  readonly token: string;
  readonly now: () => Date;
}
