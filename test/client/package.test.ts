import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { runEngraph, type RunningEngraph } from '../path/run-engraph.js';

const run = promisify(execFile);

const STRICT = { strict: true, module: 'nodenext', target: 'es2023', lib: ['es2024', 'dom'], types: [] };

let engraph: RunningEngraph;
let folder: string;

/** A consumer's project: the packed client and its dependencies, installed only from their tarballs. */
beforeAll(async () => {
  engraph = await runEngraph('log', { EXTRACTION: 'off' });
  folder = await realpath(await mkdtemp(join(tmpdir(), 'engraph-consumer-')));
  const pack = ['pack', '--pack-destination', folder];
  await run('npm', pack, { cwd: 'clients/typescript' });
  await run('npm', [...pack, '--ignore-scripts', resolve('node_modules/lossless-json')]);
  const tarballs = (await readdir(folder)).map((name) => `./${name}`);
  expect(tarballs).toHaveLength(2);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', type: 'module' }));
  await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs], {
    cwd: folder,
  });
  await copyFile('test/client/consumer.ts.txt', join(folder, 'consumer.ts'));
});
afterAll(async () => {
  await engraph.stop();
  await rm(folder, { recursive: true });
});

test('the tarball holds the built client and nothing else', async () => {
  const names = (await readdir(join(folder, 'node_modules/@engraph/client'), { recursive: true })).sort();
  expect(names).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'dist/index.js', 'dist/index.d.ts']));
  expect(
    names.filter(
      (name) => !/^(dist(\/generated)?(\/[a-z-]+(\.d)?\.[jt]s)?|README\.md|LICENSE|package\.json)$/.test(name),
    ),
  ).toEqual([]);
});

test('a consumer compiles against its types and runs it', async () => {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, files: ['consumer.ts'] }));
  await run(process.execPath, [resolve('node_modules/typescript/bin/tsc')], { cwd: folder });
  const { key } = await engraph.client('client', 'packed');
  const { stdout } = await run(process.execPath, ['consumer.js', engraph.baseUrl, key], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({
    agent: 'packed',
    session: '18446744073709551615',
    texts: ['first', 'second'],
    conflict: 'conflict 409',
    missing: 'NotFoundError',
  });
});
