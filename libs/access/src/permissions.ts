/**
 * Permissions of credentials; each route requires some of them. None grants operator access: operators use a separate
 * listener with its own token.
 */
export const PERMISSIONS = ['encode', 'recall', 'plan', 'reason', 'forget'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export function isPermission(name: string): name is Permission {
  return (PERMISSIONS as readonly string[]).includes(name);
}
