// Fails when a direct dependency of package.json has no row in docs/dependencies.md, or a row has no dependency.
import { readFileSync } from 'node:fs';

const PAGE = 'docs/dependencies.md';

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Packages of the tables "At run time" and "For development"; the table of removed packages comes later. */
const [described] = readFileSync(PAGE, 'utf8').split('\n## Versions of Node');
const rows = new Set([...described.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name));
const names = new Set(Object.keys({ ...dependencies, ...devDependencies }));

const faults = [
  ...[...names].filter((name) => !rows.has(name)).map((name) => `${PAGE} has no row for ${name}`),
  ...[...rows]
    .filter((name) => !names.has(name))
    .map((name) => `${PAGE} has a row for ${name}, which is no dependency`),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
