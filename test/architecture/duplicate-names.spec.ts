import ts from 'typescript';
import { type Source, sourceOf, sources } from './sources.ts';
import { namesIn } from './exported-names.ts';

const FILES = /^libs\/([^/]+)\/(?:src|testing)\/(?!.*\.spec\.ts$)/;

/** Names that two files of a context declare and export, such as a type of the domain and the request that it is read from. */
function duplicateNames(among: readonly Source[]): string[] {
  const files = new Map<string, Set<string>>();
  for (const { file, tree } of among) {
    const [, context] = FILES.exec(file) ?? [];
    if (context === undefined) continue;
    const declarations = tree.statements.filter((statement) => !ts.isExportDeclaration(statement));
    for (const [name] of declarations.flatMap(namesIn)) {
      const key = `${context}: ${name}`;
      files.set(key, (files.get(key) ?? new Set()).add(file));
    }
  }
  return [...files].filter(([, of]) => of.size > 1).map(([key, of]) => `${key} in ${[...of].join(', ')}`);
}

test('one word, one meaning: no name is exported by two files of a context', () => {
  expect(duplicateNames(sources(FILES))).toEqual([]);
});

test('a name with two meanings is found, and what an index passes on is not', () => {
  const lease = sourceOf(
    'libs/alpha/src/domain/lease.ts',
    'export interface Lease {}\nexport const LEASE = 1;\ninterface Term {}',
  );
  const request = sourceOf('libs/alpha/src/adapters/http/lease.dto.ts', 'export const Lease = 1;\nexport class Term {}');
  const other = sourceOf('libs/beta/src/domain/lease.ts', 'export class Lease {}');
  const index = sourceOf('libs/alpha/src/contract/index.ts', `export { Lease } from '../domain/lease.ts';`);
  expect(duplicateNames([lease, request, other, index])).toEqual([
    'alpha: Lease in libs/alpha/src/domain/lease.ts, libs/alpha/src/adapters/http/lease.dto.ts',
  ]);
});
