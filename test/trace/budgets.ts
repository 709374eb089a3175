import { readFileSync, writeFileSync } from 'node:fs';
import { type Count, filesOf, functionsOf, type Trace } from './trace.ts';

const PATH = new URL('budgets.json', import.meta.url);

/** How many files may run on a way, and how many shall, where that is fewer. */
export interface Budget extends Count {
  readonly target?: number;
  /** How many functions may run; left out where only files are counted. */
  readonly functions?: number;
  /** How many calls may lead from the route to the method of the aggregate, and how many of them may be closures. */
  readonly calls?: number;
  readonly closures?: number;
}

export type Budgets = Readonly<Record<string, Budget>>;

export const readBudgets = (): Budgets => JSON.parse(readFileSync(PATH, 'utf8')) as Budgets;

/** The ways on which more runs than their budgets allow, those without a budget, and budgets of no way. */
export function exceeded(traces: readonly Trace[], budgets: Budgets): string[] {
  const unknown = Object.keys(budgets).filter((way) => !traces.some((trace) => trace.way === way));
  return [...traces.flatMap((trace) => problemsOf(trace, budgets[trace.way])), ...unknown.map((way) => `${way}: never ran`)];
}

function problemsOf(trace: Trace, budget: Budget | undefined): string[] {
  const { way, calls } = trace;
  const [files, functions] = [filesOf(trace), functionsOf(trace)];
  const closures = calls.filter(({ isClosure }) => isClosure).length;
  if (!budget) return [`${way}: ${textOf(files)} files`];
  return [
    ...(files.all > budget.all || files.outsidePlatform > budget.outsidePlatform ? [`${way}: ${textOf(files)} files`] : []),
    ...(functions.all > (budget.functions ?? Infinity) ? [`${way}: ${functions.all} functions`] : []),
    ...(calls.length > (budget.calls ?? Infinity) ? [`${way}: ${calls.length} calls`] : []),
    ...(closures > (budget.closures ?? Infinity) ? [`${way}: ${closures} closures`] : []),
  ];
}

/** `all (outside the platform)`. */
export const textOf = ({ all, outsidePlatform }: Count): string => `${all} (${outsidePlatform})`;

/** Stores budgets that are as low as what ran. None is raised. */
export function lowerBudgets(traces: readonly Trace[], budgets: Budgets): void {
  const lowered = traces.map((trace) => {
    const { all = Infinity, outsidePlatform = Infinity, ...others } = budgets[trace.way] ?? {};
    const files = filesOf(trace);
    return [
      trace.way,
      { all: Math.min(all, files.all), outsidePlatform: Math.min(outsidePlatform, files.outsidePlatform), ...others },
    ];
  });
  writeFileSync(PATH, `${JSON.stringify(Object.fromEntries(lowered), undefined, 2)}\n`);
}
