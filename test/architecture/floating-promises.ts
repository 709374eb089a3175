import { relative } from 'node:path';
import ts from 'typescript';
import { nodes, ROOT } from './sources.ts';

const isPromise = (type: ts.Type): boolean => (type.isUnion() ? type.types.some(isPromise) : type.symbol?.name === 'Promise');

/** `.catch(…)` or `.then(…, …)`: the rejection is handled. */
const isHandled = (node: ts.Expression): boolean =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  (node.expression.name.text === 'catch' || (node.expression.name.text === 'then' && node.arguments.length > 1));

/** Statements whose value is a promise that is not awaited, returned, stored or discarded with `void`, as `file:line`. */
export function floatingPromises(source: ts.SourceFile, checker: ts.TypeChecker): string[] {
  return nodes(source)
    .filter(ts.isExpressionStatement)
    .flatMap(({ expression }) => {
      if (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression) || ts.isBinaryExpression(expression)) return [];
      if (isHandled(expression) || !isPromise(checker.getTypeAtLocation(expression))) return [];
      const { line } = source.getLineAndCharacterOfPosition(expression.getStart());
      return [`${relative(ROOT, source.fileName)}:${line + 1}`];
    });
}
