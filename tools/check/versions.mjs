// Fails when a package of this repository has another version than the server. They are released together, and the
// server's image has the same version. Adapters must name a range of the client that has this version. If package.json
// has a `repository`, so must they: npm publishes with provenance only what names the repository that it comes from.
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

/** The address of a `repository`, which may be a text. */
function urlOf(repository) {
  return repository?.url ?? repository;
}

/** Faults of a package.json; a private one is not released and needs no version. */
function faultsOfManifest(text, { version, repository }) {
  const { private: isPrivate, version: own, dependencies, peerDependencies, repository: source } = JSON.parse(text);
  if (isPrivate === true) return [];
  const ranges = Object.entries({ ...dependencies, ...peerDependencies });
  return [
    ...(own === version ? [] : [`version ${own} instead of ${version}`]),
    ...(urlOf(source) === urlOf(repository) ? [] : [`repository ${urlOf(source)} instead of ${urlOf(repository)}`]),
    ...ranges
      .filter(([name, range]) => /^@?engraph(\/|$)/.test(name) && !namesVersion(range, version))
      .map(([name, range]) => `${name} ${range} instead of ^${version}`),
  ];
}

/** Faults of one file. */
function faultsOf(file, root) {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('package.json')) return faultsOfManifest(text, root);
  const { version } = root;
  const own = versionOfPyproject(text);
  return own === version ? [] : [`version ${own} instead of ${version}`];
}

/** Lines of `file: fault` for all packages under clients and integrations. */
function check() {
  const root = JSON.parse(readFileSync('package.json', 'utf8'));
  const { version } = root;
  const names = ['package.json', 'pyproject.toml'].flatMap((name) => [`clients/**/${name}`, `integrations/**/${name}`]);
  const listed = ['ls-files', '-co', '--exclude-standard', '--', ...names.map((name) => `:(glob)${name}`)];
  const files = execFileSync('git', listed, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')).info.version;
  return [
    ...files.flatMap((file) => faultsOf(file, root).map((fault) => `${file}: ${fault}`)),
    ...(document === version ? [] : [`docs/openapi.json: version ${document} instead of ${version}`]),
  ];
}

const found = check();
for (const line of found) process.stderr.write(`${line}\n`);
process.exitCode = found.length === 0 ? 0 : 1;
