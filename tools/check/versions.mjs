// Fails when a package of this repository has another version than the server. They are released together, and the
// server's image has the same version. Adapters must name a range of the client that has this version.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What `[project]` of a pyproject.toml gives as its version; undefined if it gives none. */
function versionOfPyproject(text) {
  const [, project = ''] = /^\[project\]\n([^]*?)(?=^\[|(?![^]))/m.exec(text) ?? [];
  return /^version\s*=\s*"([^"]+)"/m.exec(project)?.[1];
}

/** Whether a range such as ^0.1.0 or 0.1.0 begins with this version, or names a folder of this repository. */
function namesVersion(range, version) {
  return range.startsWith('file:') || range.replace(/^[~^]/, '') === version;
}

/** Faults of a package.json; a private one is not released and needs no version. */
function faultsOfManifest(text, version) {
  const { private: isPrivate, version: own, dependencies, peerDependencies } = JSON.parse(text);
  if (isPrivate === true) return [];
  const ranges = Object.entries({ ...dependencies, ...peerDependencies });
  return [
    ...(own === version ? [] : [`version ${own} instead of ${version}`]),
    ...ranges
      .filter(([name, range]) => /^@?engraph(\/|$)/.test(name) && !namesVersion(range, version))
      .map(([name, range]) => `${name} ${range} instead of ^${version}`),
  ];
}

/** Faults of one file. */
function faultsOf(file, version) {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('package.json')) return faultsOfManifest(text, version);
  const own = versionOfPyproject(text);
  return own === version ? [] : [`version ${own} instead of ${version}`];
}

/** Lines of `file: fault` for all packages under clients and integrations. */
function check() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const names = ['package.json', 'pyproject.toml'].flatMap((name) => [`clients/**/${name}`, `integrations/**/${name}`]);
  const listed = ['ls-files', '-co', '--exclude-standard', '--', ...names.map((name) => `:(glob)${name}`)];
  const files = execFileSync('git', listed, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')).info.version;
  return [
    ...files.flatMap((file) => faultsOf(file, version).map((fault) => `${file}: ${fault}`)),
    ...(document === version ? [] : [`docs/openapi.json: version ${document} instead of ${version}`]),
  ];
}

const found = check();
for (const line of found) process.stderr.write(`${line}\n`);
process.exitCode = found.length === 0 ? 0 : 1;
