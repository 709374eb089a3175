import ts from 'typescript';
import type { Source } from './sources.ts';

/** Exported names with the names of their members. */
export type ExportedNames = ReadonlyMap<string, ReadonlySet<string>>;

const hasModifier = (node: ts.Node, kind: ts.SyntaxKind): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === kind);

const isExported = (node: ts.Node): boolean => hasModifier(node, ts.SyntaxKind.ExportKeyword);

/** Methods, accessors, properties, and constructor parameters that declare properties. */
function membersOf(node: ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeLiteralNode): string[] {
  const members: readonly (ts.ClassElement | ts.TypeElement)[] = node.members;
  return members.flatMap((member) =>
    ts.isConstructorDeclaration(member)
      ? member.parameters
          .filter((parameter) => ts.isParameterPropertyDeclaration(parameter, member))
          .map(({ name }) => name.getText())
      : (member.name?.getText() ?? []),
  );
}

export function namesIn(statement: ts.Statement): [name: string, members: readonly string[]][] {
  if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
    return statement.exportClause.elements.map(({ name }) => [name.text, []]);
  }
  if (!isExported(statement)) return [];
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => [name.getText(), []]);
  if (ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement))
    return [[statement.name!.text, membersOf(statement)]];
  if (ts.isTypeAliasDeclaration(statement)) {
    return [[statement.name.text, ts.isTypeLiteralNode(statement.type) ? membersOf(statement.type) : []]];
  }
  return ts.isFunctionDeclaration(statement) && statement.name ? [[statement.name.text, []]] : [];
}

export function exportedNames(among: readonly Source[]): ExportedNames {
  const names = new Map<string, Set<string>>();
  for (const [name, members] of among.flatMap(({ tree }) => tree.statements.flatMap(namesIn))) {
    names.set(name, new Set([...(names.get(name) ?? []), ...members]));
  }
  return names;
}

/** The classes that are the vocabulary of a domain: aggregates, ports (abstract classes of their own) and events. */
export function domainClasses(domain: readonly Source[]): string[] {
  return domain.flatMap(({ file, tree }) =>
    tree.statements
      .filter(ts.isClassDeclaration)
      .filter((node) => {
        const isAbstract = hasModifier(node, ts.SyntaxKind.AbstractKeyword);
        const parent = node.heritageClauses
          ?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
          ?.types[0]?.expression.getText();
        if (file.endsWith('.events.ts')) return !isAbstract;
        return parent === 'AggregateRoot' || (isAbstract && isExported(node) && parent === undefined);
      })
      .map((node) => node.name!.text),
  );
}
