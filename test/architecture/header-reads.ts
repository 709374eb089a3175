import ts from 'typescript';
import { nodesOf, type Source } from './sources.ts';

/** An expression such as `headers` or `request.headers`. */
const isHeaders = (node: ts.Expression | undefined): boolean => /(^|\.)headers$/.test(node?.getText() ?? '');

/** Texts that constants of the file stand for. */
const constantsOf = (source: Source): ReadonlyMap<string, string> =>
  new Map(
    nodesOf(source, ts.isVariableDeclaration).flatMap(({ name, initializer }) =>
      initializer && ts.isStringLiteralLike(initializer) ? [[name.getText(), initializer.text] as const] : [],
    ),
  );

/** The names of the headers that a file reads. A name that is computed is written as the code that computes it, in brackets. */
export function headerReads(source: Source): string[] {
  const constants = constantsOf(source);
  const textOf = (name: ts.Node): string => {
    if (ts.isComputedPropertyName(name)) return textOf(name.expression);
    if (ts.isStringLiteralLike(name)) return name.text;
    return constants.get(name.getText()) ?? `[${name.getText()}]`;
  };
  const properties = nodesOf(source, ts.isPropertyAccessExpression).filter(
    (node) => isHeaders(node.expression) && !(ts.isCallExpression(node.parent) && node.parent.expression === node),
  );
  const elements = nodesOf(source, ts.isElementAccessExpression).filter(({ expression }) => isHeaders(expression));
  const bindings = nodesOf(source, ts.isVariableDeclaration).flatMap(({ name, initializer }) =>
    ts.isObjectBindingPattern(name) && isHeaders(initializer) ? [...name.elements] : [],
  );
  return [
    ...properties.map(({ name }) => name.text),
    ...elements.map(({ argumentExpression }) => textOf(argumentExpression)),
    ...bindings.map(({ name, propertyName = name }) =>
      ts.isIdentifier(propertyName) ? propertyName.text : textOf(propertyName),
    ),
  ];
}
