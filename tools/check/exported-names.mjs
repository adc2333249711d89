// Fails when two files of apps, libs or training export different things under one name.
// A re-export is not a second name. The client is a separate package and is checked separately.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';

const ROOTS = [['apps', 'libs', 'training'], ['clients/typescript/src']];

/** Names that a file declares and exports. */
function exportedNames(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    const isExported = ts.getModifiers(statement)?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (!ts.isVariableStatement(statement)) return statement.name ? [statement.name.text] : [];
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  });
}

/** Identifiers of a variable's name, which may be a pattern. */
function boundNames(name) {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}

/** Lines of `name: files` for each name that several files export. */
function duplicates(roots) {
  const files = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '--', ...roots.map((root) => `${root}/**.ts`)],
    {
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => file !== '' && !file.endsWith('.test.ts') && existsSync(file));
  const filesOf = new Map();
  for (const file of new Set(files))
    for (const name of new Set(exportedNames(file))) filesOf.set(name, [...(filesOf.get(name) ?? []), file]);
  return [...filesOf].filter(([, own]) => own.length > 1).map(([name, own]) => `${name}: ${own.join(', ')}`);
}

const found = ROOTS.flatMap(duplicates);
for (const line of found) process.stderr.write(`exported twice: ${line}\n`);
process.exitCode = found.length === 0 ? 0 : 1;
