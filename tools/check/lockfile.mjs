// Fails when an entry of a package-lock.json has no integrity hash, or an address: npm then takes the package from
// whatever registry the machine is configured for, and the hash says that it is the same package. Packages of this
// repository, which the integrations link to, have neither.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Faults of the entry of an installed package. */
function faultsOf({ integrity, resolved }) {
  return [
    ...(/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') ? [] : ['no sha512 integrity']),
    ...(resolved === undefined ? [] : [`an address: ${resolved}`]),
  ];
}

/** Faults of a folder of this repository that a package links to. */
function faultsOfLink(folder, target) {
  return existsSync(join(folder, target, 'package.json')) ? [] : [`no package in ${target}`];
}

/** Lines of `lockfile, path: fault`. */
function faultsIn(lockfile) {
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8'));
  const folder = dirname(lockfile);
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .flatMap(([path, entry]) => {
      if (entry.link === true) return faultsOfLink(folder, entry.resolved).map((fault) => [path, fault]);
      if (!path.startsWith('node_modules/')) return faultsOfLink(folder, path).map((fault) => [path, fault]);
      return faultsOf(entry).map((fault) => [path, fault]);
    })
    .map(([path, fault]) => `${lockfile}, ${path}: ${fault}`);
}

const listed = ['ls-files', '-co', '--exclude-standard', '--', 'package-lock.json', '**/package-lock.json'];
const lockfiles = execFileSync('git', listed, { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const found = lockfiles.flatMap(faultsIn);
for (const line of found) process.stderr.write(`${line}\n`);
process.exitCode = found.length === 0 && lockfiles.includes('package-lock.json') ? 0 : 1;
