import type { Socket } from 'node:net';

/** Groups of an IPv6 address that name the subscriber's network (/64): one client has all addresses of it. */
const NETWORK_GROUPS = 4;

/** Address that connections are shared by: an IPv4 address, or the /64 network of an IPv6 address. */
export function remoteNetworkOf({ remoteAddress = '' }: Socket): string {
  if (remoteAddress.includes('.') || !remoteAddress.includes(':')) return remoteAddress;
  const [head = '', tail] = remoteAddress.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail === undefined) return groups.slice(0, NETWORK_GROUPS).join(':');
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return [...groups, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(':');
}
