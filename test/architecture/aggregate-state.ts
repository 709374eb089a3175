import ts from 'typescript';
import { nodesOf, type Source } from './sources.ts';

const has = (node: ts.HasModifiers, ...kinds: ts.SyntaxKind[]): boolean =>
  ts.getModifiers(node)?.some(({ kind }) => kinds.includes(kind)) ?? false;

const isHidden = (node: ts.HasModifiers): boolean => has(node, ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword);

/** The classes of a file that are aggregates. */
export const aggregatesOf = (source: Source): ts.ClassDeclaration[] =>
  nodesOf(source, ts.isClassDeclaration).filter(({ heritageClauses }) =>
    heritageClauses?.some(({ types }) => types.some(({ expression }) => expression.getText() === 'AggregateRoot')),
  );

/** What others could write, or create past the rules of the aggregate. */
function openMembersOf(aggregate: ts.ClassDeclaration): string[] {
  const name = aggregate.name!.text;
  return aggregate.members.flatMap((member) => {
    if (ts.isSetAccessorDeclaration(member)) return [`${name}.${member.name.getText()} is a setter`];
    if (ts.isPropertyDeclaration(member) && !isHidden(member) && !has(member, ts.SyntaxKind.ReadonlyKeyword)) {
      return [`${name}.${member.name.getText()} is writable`];
    }
    if (!ts.isConstructorDeclaration(member)) return [];
    return isHidden(member) ? [] : [`the constructor of ${name} is public`];
  });
}

/** The aggregates of a file that keep fields beside their state, which nothing stores. */
function withoutState(aggregate: ts.ClassDeclaration): string[] {
  const [base] = aggregate.heritageClauses!.flatMap(({ types }) => types);
  return base!.typeArguments ? [] : [`${aggregate.name!.text} has no state`];
}

export const openStates = (source: Source): string[] =>
  aggregatesOf(source)
    .flatMap((aggregate) => [...withoutState(aggregate), ...openMembersOf(aggregate)])
    .map((problem) => `${source.file}: ${problem}`);

/** Ways past the compiler: an object made of a prototype, and properties assigned to one. */
export function bypasses(source: Source, aggregates: ReadonlySet<string>): string[] {
  return nodesOf(source, ts.isCallExpression)
    .filter(({ expression }) =>
      /^(Object\.(create|assign|defineProperty|setPrototypeOf)|Reflect\.(construct|set))$/.test(expression.getText()),
    )
    .filter((call) => call.arguments.some((argument) => [...aggregates].some((name) => mentions(argument, name))))
    .map((call) => `${source.file}: ${call.expression.getText()}(${call.arguments[0]!.getText()}, …)`);
}

const mentions = (argument: ts.Expression, name: string): boolean =>
  new RegExp(`^${name}(\\.prototype)?$|\\bas ${name}$|Object\\.create\\(${name}\\.prototype\\)`).test(argument.getText());
