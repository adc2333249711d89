import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses of this machine, of its network, or of nobody in particular (IANA's special-purpose registry). */
const SPECIAL = new BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  SPECIAL.addSubnet(address, prefix, 'ipv4');

/** Global unicast addresses of IPv6, without those that embed an address of IPv4 or are for documentation. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
const EMBEDDING = new BlockList();
for (const [address, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  EMBEDDING.addSubnet(address, prefix, 'ipv6');

/** Whether an address is none of the public Internet. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 4) return SPECIAL.check(address, 'ipv4');
  return !GLOBAL.check(address, 'ipv6') || EMBEDDING.check(address, 'ipv6');
}

/** The name of a webhook's host leads to private addresses only, or the address is one. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
  constructor() {
    super('private address');
  }
}

/**
 * Looks a name up as Node does, and leaves private addresses out. The connection is made to what it returns, so a name
 * that leads elsewhere the second time is found out.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found: LookupAddress[] = error ? [] : addresses.filter(({ address }) => !isPrivateAddress(address));
    const [first] = found;
    if (!first) callback(error ?? new PrivateAddress(), '', 0);
    else if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });
};
