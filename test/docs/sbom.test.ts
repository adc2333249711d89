import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

test('the bill of materials names all that ships, with version and licence, and nothing that does not', () => {
  const bill = JSON.parse(execFileSync('npm', ['run', '-s', 'generate:sbom'], { encoding: 'utf8' })) as {
    readonly bomFormat: string;
    readonly components: readonly { name: string; version: string; purl: string; licenses?: unknown[] }[];
  };
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, { version?: string; dev?: boolean }>>;
  };
  expect(bill.bomFormat).toBe('CycloneDX');
  const versions = new Map(bill.components.map(({ name, version }) => [name, version]));
  for (const name of Object.keys(dependencies))
    expect([name, versions.get(name)]).toEqual([name, lock.packages[`node_modules/${name}`]?.version]);
  // What npm itself says is for development alone.
  const shipped = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  const names = shipped.map(([path]) => path.replace(/.*node_modules\//, ''));
  expect(names.filter((name) => !versions.has(name))).toEqual([]);
  expect(Object.keys(devDependencies).filter((name) => versions.has(name))).toEqual([]);
  expect(bill.components.filter(({ purl }) => !purl.startsWith('pkg:npm/'))).toEqual([]);
  expect(bill.components.filter(({ licenses = [] }) => licenses.length === 0).map(({ name }) => name)).toEqual([]);
});
