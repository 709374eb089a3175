import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../architecture/sources.ts';
import { type Budgets, exceeded, readBudgets } from './budgets.ts';
import { filesOf, fromJson, functionsOf, type Trace } from './trace.ts';

/** Code that is counted is not optimized. */
import.meta.jest.setTimeout(600_000);

const LOADER = ['--conditions=source', '--import', './scripts/typescript-loader.mjs'];

/** In a process of its own: other suites leave behind what then runs for every request, such as traces that were switched on. */
let traces: readonly Trace[];
beforeAll(async () => {
  const run = [...LOADER, join(ROOT, 'test/trace/main.ts'), '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, run, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  traces = fromJson(stdout);
});

test('no more files and functions run for a request than its budget allows, and no more calls lead to its aggregate', () => {
  expect(exceeded(traces, readBudgets())).toEqual([]);
});

test('the trace has what a way is about, inside and outside the platform', () => {
  for (const trace of traces) {
    const [files, functions] = [filesOf(trace), functionsOf(trace)];
    expect(files.outsidePlatform).toBeGreaterThan(0);
    expect(files.all).toBeGreaterThan(files.outsidePlatform);
    expect(functions.outsidePlatform).toBeGreaterThan(files.outsidePlatform);
  }
  const licensing = (name: string): string[] =>
    [...traces.find(({ way }) => way === name)!.ran.keys()].filter((file) => /licensing\/src\/(?:commands|domain)/.test(file));
  expect(licensing('validate')).not.toEqual([]);
  expect(licensing('list products')).toEqual([]);
  expect(licensing('Stripe webhooks to key')).toEqual(expect.arrayContaining(licensing('purchase to key')));
});

test('the calls of a way lead from the route through controller, handler and store to the aggregate', () => {
  for (const name of ['validate', 'activate']) {
    const { calls } = traces.find(({ way }) => way === name)!;
    const closures = calls.filter(({ isClosure }) => isClosure).map((call) => call.file);
    const expected = [
      'libs/platform/src/http/intercepted.decorator.ts',
      'libs/licensing/src/adapters/http/public-license-key.controller.ts',
      expect.stringMatching(/^libs\/licensing\/src\/commands\/.+-license-key\.ts$/),
      'libs/licensing/src/adapters/persistence/license-keys.repository.ts',
      'libs/engine/src/persistence/group-commit.ts',
    ];
    expect(calls.map(({ file }) => file)).toEqual(expect.arrayContaining(expected));
    expect([calls[0], calls.at(-1)]).toMatchObject([{ file: expected[0], isClosure: true }, { name }]);
    expect(closures).toContain('libs/licensing/src/commands/keys/presented-key.ts');
    expect(closures).not.toContain('libs/licensing/src/adapters/http/public-license-key.controller.ts');
  }
});

test('a function, a call and a closure more than a budget are reported', () => {
  const trace = traces.find(({ way }) => way === 'validate')!;
  const { all, outsidePlatform } = filesOf(trace);
  const closures = trace.calls.filter(({ isClosure }) => isClosure).length;
  const budget = { all, outsidePlatform, functions: functionsOf(trace).all, calls: trace.calls.length, closures };
  expect(exceeded([trace], { validate: budget })).toEqual([]);
  const wrapped = {
    ...trace,
    calls: [{ name: 'wrap', file: 'libs/platform/src/http/wrap.ts', isClosure: true }, ...trace.calls],
  };
  expect(exceeded([wrapped], { validate: budget })).toEqual([
    `validate: ${budget.calls + 1} calls`,
    `validate: ${budget.closures + 1} closures`,
  ]);
  const fewer = { ...budget, functions: budget.functions - 1 };
  expect(exceeded([trace], { validate: fewer })).toEqual([`validate: ${budget.functions} functions`]);
});

test('one file more than a budget, a way without a budget and a budget without a way are reported', () => {
  const one = { all: 0, outsidePlatform: 1 };
  const tight = (less: typeof one): Budgets =>
    Object.fromEntries(
      traces.map((trace) => {
        const { all, outsidePlatform } = filesOf(trace);
        return [trace.way, { all: all - less.all, outsidePlatform: outsidePlatform - less.outsidePlatform }];
      }),
    );
  expect(exceeded(traces, tight({ all: 0, outsidePlatform: 0 }))).toEqual([]);
  for (const less of [one, { all: 1, outsidePlatform: 0 }]) expect(exceeded(traces, tight(less))).toHaveLength(traces.length);
  expect(exceeded(traces, {})).toHaveLength(traces.length);
  expect(exceeded([], { validate: { all: 1, outsidePlatform: 1 } })).toEqual(['validate: never ran']);
});
