/**
 * What a credential may do; each route needs some of these. None makes a caller an operator: those have a listener of their
 * own, with a token of their own.
 */
export const PERMISSIONS = ['encode', 'recall', 'plan', 'reason', 'forget'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export function isPermission(name: string): name is Permission {
  return (PERMISSIONS as readonly string[]).includes(name);
}
