import ts from 'typescript';
import type { Source } from './sources.ts';

const DECLARES = /^libs\/[^/]+\/src\/(commands|queries|contract|domain)\/(?!.*\.spec\.ts$)/;
const RUNS = /^(apps|libs\/[^/]+\/src)\/(?!.*\.spec\.ts$)/;

const isMessage = (node: ts.ClassDeclaration, file: string): boolean => {
  if (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword)) return false;
  const parent = node.heritageClauses
    ?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    ?.types[0]?.expression.getText();
  return file.endsWith('.events.ts') ? parent !== undefined : parent === 'Command' || parent === 'Query';
};

/** Commands, queries and events that nothing in production makes: the operation, or the line of the aggregate, is missing. */
export function neverMade(among: readonly Source[]): string[] {
  const running = among.filter(({ file }) => RUNS.test(file)).map(({ file, code }) => ({ file, code }));
  const made = new Set(running.flatMap(({ code }) => [...code.matchAll(/\bnew (?:\w+\.)?(\w+)\b/g)].map(([, name]) => name)));
  return among
    .filter(({ file }) => DECLARES.test(file))
    .flatMap(({ file, tree }) =>
      tree.statements
        .filter(ts.isClassDeclaration)
        .filter((node) => isMessage(node, file))
        .map((node) => node.name!.text)
        .filter((name) => !made.has(name))
        .map((name) => `${file}: nothing makes a ${name}`),
    );
}
