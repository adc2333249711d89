import type { NameRef } from '#contracts/observations.js';

/** Whether two names are alike but for the case of their letters. */
export function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Whether two references name the same: alike names of one type. */
export function isSameRef(a: NameRef, b: NameRef): boolean {
  return a.type === b.type && isSameName(a.name, b.name);
}
