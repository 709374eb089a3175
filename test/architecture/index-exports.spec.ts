import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { namesIn } from './exported-names.ts';
import { isGenerated, nodesOf, ROOT, type Source, sourceOf } from './sources.ts';

const FILES = '{apps,bench,libs,packages,scripts,test}/**/*.{ts,tsx,mjs}';

/** The names under which others import an index: `#catalog`, `#catalog/contract`, `#catalog/views`, `#platform/http`. */
const DOORS = [
  [/^libs\/(engine|platform|support)\/src\/([^/]+)\/index\.ts$/, '#$1/$2'],
  [/^libs\/platform\/src\/([^/]+)\/composition\.ts$/, '#platform/$1/composition'],
  [/^libs\/([^/]+)\/src\/(contract|needs|views)\/index\.ts$/, '#$1/$2'],
  [/^libs\/([^/]+)\/src\/index\.ts$/, '#$1'],
  [/^libs\/([^/]+)\/testing\/index\.ts$/, '#$1/testing'],
] as const;

const pathOf = (file: string): string => resolve(ROOT, file);
const doorOf = (file: string): string | undefined => {
  const [pattern, door] = DOORS.find(([each]) => each.test(file)) ?? [];
  return pattern && file.replace(pattern, door!);
};

/** `where: name` of everything that is imported; `*` is all of it. */
function importsOf(source: Source): string[] {
  const from = (specifier: ts.Expression | undefined): string => {
    const text = specifier && ts.isStringLiteral(specifier) ? specifier.text : '';
    return text.startsWith('.') ? resolve(dirname(pathOf(source.file)), text) : text;
  };
  const elementsOf = (names: ts.NamedImportBindings | ts.NamedExportBindings | undefined): string[] =>
    names && (ts.isNamedImports(names) || ts.isNamedExports(names))
      ? names.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
      : names
        ? ['*']
        : [];
  return [
    ...nodesOf(source, ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) =>
      elementsOf(importClause?.namedBindings).map((name) => `${from(moduleSpecifier)}: ${name}`),
    ),
    ...nodesOf(source, ts.isExportDeclaration).flatMap(({ moduleSpecifier, exportClause }) =>
      (exportClause ? elementsOf(exportClause) : ['*']).map((name) => `${from(moduleSpecifier)}: ${name}`),
    ),
  ];
}

/** What an index exports and nobody imports from it. */
function unused(among: readonly Source[]): string[] {
  const imported = new Set(among.flatMap(importsOf));
  return among.flatMap(({ file, tree }) => {
    const door = doorOf(file);
    if (door === undefined) return [];
    const isUsed = (name: string): boolean => [door, pathOf(file)].some((from) => imported.has(`${from}: ${name}`));
    const names = tree.statements.flatMap(namesIn).map(([name]) => name);
    return isUsed('*') ? [] : names.filter((name) => !isUsed(name)).map((name) => `remove ${name} from ${file}`);
  });
}

test('somebody imports what an index exports', () => {
  const files = globSync(FILES, { cwd: ROOT, exclude: isGenerated });
  expect(unused(files.map((file) => sourceOf(file, readFileSync(join(ROOT, file), 'utf8'))))).toEqual([]);
});

test('a name that nobody imports is reported', () => {
  const index = sourceOf('libs/alpha/src/contract/index.ts', `export { Thing, type ThingView } from './thing.ts';`);
  const user = (text: string) => sourceOf('libs/beta/src/commands/use-thing.ts', text);
  expect(unused([index, user(`import { Thing } from '#alpha/contract';`)])).toEqual([
    'remove ThingView from libs/alpha/src/contract/index.ts',
  ]);
  expect(unused([index, user(`import * as things from '#alpha/contract';`)])).toEqual([]);
});
