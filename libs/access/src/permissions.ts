/** What a credential may do; each route needs one of these. */
export const PERMISSIONS = ['encode', 'recall', 'plan', 'reason', 'forget', 'admin'] as const;
export type Permission = (typeof PERMISSIONS)[number];

export function isPermission(name: string): name is Permission {
  return (PERMISSIONS as readonly string[]).includes(name);
}
