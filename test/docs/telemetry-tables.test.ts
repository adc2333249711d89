import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { Metrics } from '#telemetry/metrics.js';

const operations = readFileSync('docs/operations.md', 'utf8');
const sources = execFileSync('git', ['ls-files', 'apps/*.ts', 'libs/*.ts'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !file.endsWith('.test.ts'))
  .map((file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));

/** Names in code format in the given column of the tables of a section. */
function namesInTable(section: string, column: number): Set<string> {
  const start = operations.indexOf(`\n## ${section}\n`);
  const text = operations.slice(start, operations.indexOf('\n## ', start + 1));
  const cells = text.split('\n').flatMap((line) => line.match(/^\| /) && (line.split('|')[column] ?? []));
  return new Set(cells.flatMap((cell) => [...(cell ?? '').matchAll(/`([a-z][\w.]*)`/g)].map(([, name]) => name ?? '')));
}

function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

/** Fields of the object that a statement logs; those of an error by `factsOf`. */
function loggedFields(node: ts.Node): string[] {
  if (!ts.isCallExpression(node) || !/\blog\.(debug|info|warn|error)$/.test(node.expression.getText())) return [];
  const [fields] = node.arguments;
  if (!fields || !ts.isObjectLiteralExpression(fields)) return [];
  return fields.properties.flatMap((property) => (property.name ? [property.name.getText()] : []));
}

test('docs/operations.md lists every field of the log, in snake case', () => {
  const logged = new Set(sources.flatMap((source) => [...nodesOf(source)].flatMap(loggedFields)));
  expect(logged.size).toBeGreaterThan(12);
  const listed = namesInTable('Log', 1);
  expect([...logged].filter((field) => !listed.has(field) || !/^[a-z_]+$/.test(field))).toEqual([]);
  const always = ['level', 'time', 'service', 'msg', 'error', 'code', 'stack'];
  expect([...listed].filter((field) => !logged.has(field) && !always.includes(field))).toEqual([]);
});

test('docs/operations.md lists every attribute of the spans', () => {
  const traced = sources.filter(({ text }) => /#tracing\/|@opentelemetry\//.test(text));
  const attributes = traced.flatMap((source) =>
    [...source.text.matchAll(/'((?:engraph|http|messaging|error)\.[a-z_.]+)'/g)].map(([, name]) => name ?? ''),
  );
  expect(attributes.length).toBeGreaterThan(8);
  const listed = new Set(
    [...operations.matchAll(/`((?:engraph|http|messaging|error)\.[a-z_.]+)`/g)].map(([, name]) => name),
  );
  expect(attributes.filter((name) => !listed.has(name))).toEqual([]);
});

test("docs/api.md lists every field of a recall's trace", () => {
  const [trace] = sources
    .filter(({ fileName }) => fileName === 'libs/recall/src/trace.ts')
    .flatMap((source) => [...nodesOf(source)].filter(ts.isInterfaceDeclaration))
    .filter(({ name }) => name.text === 'RecallTrace');
  if (!trace) throw new Error('the trace has another name');
  const fields = [...nodesOf(trace)].filter(ts.isPropertySignature).map(({ name }) => name.getText());
  const page = readFileSync('docs/api.md', 'utf8');
  const section = page.slice(page.indexOf('**`trace`**'), page.indexOf('\n### POST /v1/links'));
  const listed = new Set([...section.matchAll(/`(?:\w+\[\]\.)*(\w+)(?:\[\])?`/g)].map(([, name]) => name));
  expect(fields.filter((name) => !listed.has(name))).toEqual([]);
});

test('names of metrics follow the naming rules of Prometheus', async () => {
  const registered = await new Metrics().registry.getMetricsAsJSON();
  const own = registered.filter(({ name }) => name.startsWith('engraph_'));
  for (const { name, type, help } of own) {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
    expect([name, name.endsWith('_total')]).toEqual([name, String(type) === 'counter']);
    expect(name).not.toMatch(/_(ms|millis|milliseconds|minutes|hours|kb|mb|mib|count|sum|bucket)(_|$)/);
    if (String(type) === 'histogram') expect(name).toMatch(/_(seconds|bytes|requests)$/);
    expect(help).toMatch(/^[A-Z0-9][^.]*[^.]$/);
  }
});
