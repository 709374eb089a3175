import ts from 'typescript';
import { literalsOf, nodesOf, type Source } from './sources.ts';

/** Statements of tests that run until they are canceled. */
const ENDLESS_MS = 60_000;

/** Where a test waits for some time, computes how long something took or has to be done within a minute, as `file: code`. */
export function timedWork(tests: readonly Source[]): string[] {
  return tests.flatMap((source) =>
    [...sleepsIn(source), ...durationsIn(source), ...minutesIn(source)].map(
      (node) => `${source.file}: ${node.getText(source.tree)}`,
    ),
  );
}

function sleepsIn(source: Source): ts.Node[] {
  const imports = nodesOf(source, ts.isImportDeclaration).filter(
    ({ moduleSpecifier }) => ts.isStringLiteral(moduleSpecifier) && /^(?:node:)?timers\b/.test(moduleSpecifier.text),
  );
  const calls = nodesOf(source, ts.isCallExpression).filter(
    ({ expression }) => ts.isIdentifier(expression) && /^set(?:Timeout|Interval)$/.test(expression.text),
  );
  const statements = literalsOf(source).filter(({ text }) => isShortSleep(text));
  return [...imports, ...calls, ...statements.map(({ node }) => node)];
}

const isShortSleep = (text: string): boolean => {
  const seconds = /pg_sleep\(([^)]*)\)/.exec(text)?.[1];
  return seconds !== undefined && !(Number(seconds) * 1000 >= ENDLESS_MS);
};

/** The difference between a clock and something other than constants, unless it is a time again. */
function durationsIn(source: Source): ts.Node[] {
  return nodesOf(source, ts.isBinaryExpression).filter(
    ({ operatorToken, left, right, parent }) =>
      operatorToken.kind === ts.SyntaxKind.MinusToken &&
      !(ts.isNewExpression(parent) && parent.expression.getText() === 'Date') &&
      ((readsClock(left) && !isConstant(right)) || (readsClock(right) && !isConstant(left))),
  );
}

const CLOCK = /\b(?:Date|performance)\.now\(\)|\bprocess\.hrtime\b/;
const readsClock = (node: ts.Node): boolean => CLOCK.test(node.getText());

/** Numbers, products of them, and names of constants. */
const isConstant = (node: ts.Node): boolean => /^[\d_A-Z\s*+()]+$/.test(node.getText());

const STARTS_API = /\b(?:startApi|startOpenId|openPurchaseFixture)\(/;
const HOLDS_CLOCK = /\bstopClock\(/;
const UNLIMITED = 1_000_000;

/** Limits of a minute in a suite whose clock goes on: on a busy machine the minute is over before the limit is exceeded. */
function minutesIn(source: Source): ts.Node[] {
  if (!STARTS_API.test(source.text) || HOLDS_CLOCK.test(source.text)) return [];
  return nodesOf(source, ts.isPropertyAssignment).filter(
    ({ name, initializer }) =>
      name.getText().endsWith('_PER_MINUTE') && ts.isStringLiteral(initializer) && Number(initializer.text) < UNLIMITED,
  );
}
