import { isIP } from 'node:net';
import { isPrivateAddress } from './private-addresses.js';

/**
 * Why events cannot be sent to a URL; null if they can. A name may still lead to a private address: that is found out
 * when it is connected to.
 * @param allowsPrivate whether plain HTTP and private addresses are allowed
 */
export function refusalOfUrl(text: string, allowsPrivate: boolean): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return 'must be an https URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (allowsPrivate) return null;
  if (url.protocol !== 'https:') return 'must be an https URL';
  const host = hostOf(url);
  if (host === 'localhost' || host.endsWith('.localhost') || (isIP(host) > 0 && isPrivateAddress(host)))
    return 'must not lead to a private address';
  return null;
}

/** Host name or address, the latter without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
