// Gives all packages, the OpenAPI document and the changelog the version of package.json, and npm packages its
// `repository`, if it has one. `npm run release:version` lets changesets raise the version first, and
// `npm run check:versions` fails where one was forgotten.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const { version: former } = JSON.parse(readFileSync('clients/typescript/package.json', 'utf8'));

/** Tracked files of the packages with this name. */
function files(name) {
  const globs = ['clients', 'integrations'].map((folder) => `:(glob)${folder}/**/${name}`);
  return execFileSync('git', ['ls-files', '--', name, ...globs], { encoding: 'utf8' })
    .split('\n')
    .filter(existsSync);
}

/** Writes what changes about the text of a file. */
function edit(file, change) {
  const text = readFileSync(file, 'utf8');
  const changed = change(text);
  if (changed !== text) writeFileSync(file, changed);
}

/** Raises the version of a manifest, and its ranges of the client. */
function raiseManifest(manifest) {
  if (manifest.private !== true) manifest.version = version;
  for (const ranges of [manifest.dependencies, manifest.peerDependencies])
    for (const name of Object.keys(ranges ?? {}))
      if (name.startsWith('@engraph/') && ranges[name] === `^${former}`) ranges[name] = `^${version}`;
}

/** Gives a manifest the address of the repository, and its folder there: without it npm takes no provenance. */
function setRepository(manifest, folder) {
  if (repository === undefined || manifest.private === true) return;
  manifest.repository = { type: 'git', url: repository.url ?? repository, directory: folder };
}

/** An entry of a lockfile without a place in node_modules is a package of this repository. */
function raiseLockfile(lock) {
  if (lock.version !== undefined) lock.version = version;
  for (const [path, entry] of Object.entries(lock.packages))
    if (!path.includes('node_modules/') && entry.version !== undefined) {
      entry.version = version;
      raiseManifest(entry);
    }
}

const asJson = (raise) => (text) => {
  const value = JSON.parse(text);
  raise(value);
  return `${JSON.stringify(value, null, 2)}\n`;
};

for (const file of files('package.json')) {
  const raise = (manifest) => {
    raiseManifest(manifest);
    setRepository(manifest, dirname(file));
  };
  edit(file, asJson(raise));
}
for (const file of files('package-lock.json')) edit(file, asJson(raiseLockfile));
for (const file of files('pyproject.toml'))
  edit(file, (text) =>
    text
      .replace(`\nversion = "${former}"`, `\nversion = "${version}"`)
      .replaceAll(`engraph==${former}`, `engraph==${version}`),
  );
edit('docs/openapi.json', (text) => text.replace(`"version": "${former}"`, `"version": "${version}"`));
const today = new Date().toISOString().slice(0, 10);
if (version !== former)
  edit('CHANGELOG.md', (text) => text.replace('\n## Unreleased\n', `\n## Unreleased\n\n## ${version} (${today})\n`));
