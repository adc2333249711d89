/** Permissions that a key has if nothing else is asked for. */
export const USUAL_PERMISSIONS = ['encode', 'recall', 'plan', 'reason', 'forget'] as const;

/**
 * Permissions of credentials; each route requires some of them. `admin` manages what outlives a key, the webhooks of
 * its scope, and sees how the service keeps up with it. None grants operator access: operators use a separate listener
 * with its own token.
 */
export const PERMISSIONS = [...USUAL_PERMISSIONS, 'admin'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export function isPermission(name: string): name is Permission {
  return (PERMISSIONS as readonly string[]).includes(name);
}
