// Fails when an entry of package-lock.json has no integrity hash, or an address: npm then takes the package from
// whatever registry the machine is configured for, and the hash says that it is the same package.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Faults of the entry of an installed package. */
function faultsOf({ integrity, resolved }) {
  return [
    ...(/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') ? [] : ['no sha512 integrity']),
    ...(resolved === undefined ? [] : [`an address: ${resolved}`]),
  ];
}

const found = Object.entries(packages)
  .filter(([path]) => path !== '')
  .flatMap(([path, entry]) => faultsOf(entry).map((fault) => `package-lock.json, ${path}: ${fault}`));
for (const line of found) process.stderr.write(`${line}\n`);
process.exitCode = found.length === 0 ? 0 : 1;
