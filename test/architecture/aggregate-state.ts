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

const nameOf = ({ name }: ts.ClassDeclaration): string => name!.text;

/** What others could write: of an aggregate, of a part of one, and of a value. */
function writableMembersOf(given: ts.ClassDeclaration): string[] {
  const isWritable = (member: ts.HasModifiers): boolean => !isHidden(member) && !has(member, ts.SyntaxKind.ReadonlyKeyword);
  return given.members.flatMap((member) => {
    if (ts.isSetAccessorDeclaration(member)) return [`${nameOf(given)}.${member.name.getText()} is a setter`];
    if (ts.isPropertyDeclaration(member) && isWritable(member)) {
      return [`${nameOf(given)}.${member.name.getText()} is writable`];
    }
    if (!ts.isConstructorDeclaration(member)) return [];
    return member.parameters
      .filter((parameter) => has(parameter, ts.SyntaxKind.PublicKeyword) && isWritable(parameter))
      .map(({ name }) => `${nameOf(given)}.${name.getText()} is writable`);
  });
}

/** An aggregate that others could create past its rules. */
const publicConstructorsOf = (aggregate: ts.ClassDeclaration): string[] =>
  aggregate.members
    .filter((member) => ts.isConstructorDeclaration(member) && !isHidden(member))
    .map(() => `the constructor of ${nameOf(aggregate)} is public`);

export const openStates = (source: Source): string[] =>
  [
    ...nodesOf(source, ts.isClassDeclaration).flatMap(writableMembersOf),
    ...aggregatesOf(source).flatMap(publicConstructorsOf),
  ].map((problem) => `${source.file}: ${problem}`);

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
