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

test('no more files run for a request than its budget allows', () => {
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
