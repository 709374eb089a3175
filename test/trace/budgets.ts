import { readFileSync, writeFileSync } from 'node:fs';
import { type Count, filesOf, type Trace } from './trace.ts';

const PATH = new URL('budgets.json', import.meta.url);

/** How many files may run on a way, and how many shall, where that is fewer. */
export interface Budget extends Count {
  readonly target?: number;
}

export type Budgets = Readonly<Record<string, Budget>>;

export const readBudgets = (): Budgets => JSON.parse(readFileSync(PATH, 'utf8')) as Budgets;

/** The ways on which more files run than their budgets allow, those without a budget, and budgets of no way. */
export function exceeded(traces: readonly Trace[], budgets: Budgets): string[] {
  const unknown = Object.keys(budgets).filter((way) => !traces.some((trace) => trace.way === way));
  const over = traces.filter((trace) => {
    const budget = budgets[trace.way];
    const { all, outsidePlatform } = filesOf(trace);
    return !budget || all > budget.all || outsidePlatform > budget.outsidePlatform;
  });
  return [...over.map((trace) => `${trace.way}: ${textOf(filesOf(trace))} files`), ...unknown.map((way) => `${way}: never ran`)];
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
