import { console as inspectorConsole, type Debugger, type Runtime } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PRODUCT = /^(?:apps|libs)\//;
const ROUTER = /\/@nestjs\/core\/router\//;
const MARK = 'latchkey: the method was called';

/** A function of the product that has called the next one, or waits for it. */
export interface Call {
  readonly name: string;
  readonly file: string;
  /** Whether it is made anew by a function that surrounds it. */
  readonly isClosure: boolean;
}

/** A method of a class. */
export interface Method {
  readonly prototype: object;
  readonly name: string;
}

/**
 * The calls that lead from the router to the method when the action calls it last, which is one of them. Stacks before an `await` or an
 * immediate are those of V8's inspector.
 */
export async function callsUntil({ prototype, name }: Method, action: () => Promise<void>): Promise<readonly Call[]> {
  const session = new Session();
  session.connect();
  try {
    let reached: Runtime.StackTrace | undefined;
    session.on('Runtime.consoleAPICalled', ({ params }) => {
      if (params.args[0]?.value === MARK) reached = params.stackTrace;
    });
    await session.post('Runtime.enable');
    await session.post('Debugger.enable');
    await session.post('Debugger.setAsyncCallStackDepth', { maxDepth: 100 });
    const method = Reflect.get(prototype, name) as (...args: unknown[]) => unknown;
    const marked = function (this: unknown, ...args: unknown[]): unknown {
      inspectorConsole.log(MARK);
      return method.apply(this, args);
    };
    const define = (value: unknown): unknown =>
      Object.defineProperty(prototype, name, { configurable: true, writable: true, enumerable: false, value });
    define(marked);
    try {
      await action();
    } finally {
      define(method);
    }
    return [...(await productCalls(session, reached)), { name, file: '', isClosure: false }];
  } finally {
    session.disconnect();
  }
}

async function productCalls(session: Session, reached: Runtime.StackTrace | undefined): Promise<Call[]> {
  const calls: Call[] = [];
  const sources = new Map<string, ts.SourceFile>();
  for (let stack = reached; stack !== undefined; stack = await parentOf(session, stack)) {
    for (const frame of stack.callFrames) {
      if (ROUTER.test(frame.url)) return calls;
      const file = relative(ROOT, frame.url.startsWith('file:') ? fileURLToPath(frame.url) : frame.url);
      if (!PRODUCT.test(file)) continue;
      if (!sources.has(frame.scriptId)) sources.set(frame.scriptId, await sourceOf(session, frame));
      calls.unshift({ name: frame.functionName, file, isClosure: isNested(sources.get(frame.scriptId)!, frame) });
    }
  }
  throw new Error('The method was not called by a route');
}

/** The stack at which the work began that a stack is part of. */
async function parentOf(session: Session, { parent, parentId }: Runtime.StackTrace): Promise<Runtime.StackTrace | undefined> {
  if (parent || !parentId) return parent;
  // The types of Node have the parameters of another method.
  const post = session.post.bind(session) as unknown as (
    method: string,
    of: object,
  ) => Promise<{ stackTrace: Runtime.StackTrace }>;
  return (await post('Debugger.getStackTrace', { stackTraceId: parentId })).stackTrace;
}

async function sourceOf(session: Session, { scriptId, url }: Runtime.CallFrame): Promise<ts.SourceFile> {
  const { scriptSource }: Debugger.GetScriptSourceReturnType = await session.post('Debugger.getScriptSource', { scriptId });
  return ts.createSourceFile(url, scriptSource, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
}

/** Whether another function surrounds the one that has the position of the frame. */
function isNested(source: ts.SourceFile, { lineNumber, columnNumber }: Runtime.CallFrame): boolean {
  const position = source.getPositionOfLineAndCharacter(lineNumber, columnNumber);
  let surrounding = 0;
  const visit = (node: ts.Node): void => {
    if (position < node.getStart() || position >= node.end) return;
    if (ts.isFunctionLike(node)) surrounding += 1;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return surrounding > 1;
}
