/**
 * Prints a CycloneDX bill of materials of what ships: `npm run generate:sbom`. Not by `npm sbom --omit=dev`, which
 * leaves out whatever a development dependency needs as well (npm 11: ajv, rxjs and more), but by the mark that npm
 * gives what only those need.
 */
import { execFileSync } from 'node:child_process';

const DEVELOPMENT = 'cdx:npm:package:development';

const bill = JSON.parse(
  execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
);
const components = bill.components.filter(
  ({ properties = [] }) => !properties.some(({ name, value }) => name === DEVELOPMENT && value === 'true'),
);
const refs = new Set([bill.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
const dependencies = bill.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((on) => refs.has(on)) }));
process.stdout.write(`${JSON.stringify({ ...bill, components, dependencies }, null, 2)}\n`);
