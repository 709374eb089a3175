import { parseArgs } from 'node:util';
import { OwnPostgres } from '../support/own-postgres.ts';
import { exceeded, lowerBudgets, readBudgets, textOf } from './budgets.ts';
import { filesOf, functionsOf, toJson, type Trace, traceWays } from './trace.ts';

const USAGE = `npm run trace [-- --files WAY | --lower | --json]

Sends real requests to an API in this process and prints how many files and functions of the product ran for each, in parentheses those
outside libs/engine and libs/platform. Fails if more ran than test/trace/budgets.json allows. --files prints the files of one way with the number of
their functions that ran, and the calls that lead from the route to the aggregate, with * before closures; --lower lowers the budgets of
files to what was measured; --json prints what ran and compares nothing.
`;
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const options = {
  files: { type: 'string' },
  lower: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;
const { files, lower = false, json = false, help = false } = parseArgs({ options }).values;
if (help || (files !== undefined && !(files in readBudgets()))) {
  process.stdout.write(`${USAGE}\nWays: ${Object.keys(readBudgets()).join(', ')}\n`);
  process.exit(help ? 0 : 2);
}

await using postgres = await OwnPostgres.start(NOT_DURABLE);
Object.assign(process.env, { TEST_DATABASE_URL: postgres.url, TEST_TEMPLATE: 'trace_template', LOG_LEVEL: 'error' });
const traces = await traceWays();
if (json) process.stdout.write(toJson(traces));
else compare(traces);

function compare(all: readonly Trace[]): void {
  if (files === undefined) printTable(all);
  else printFiles(all.find(({ way }) => way === files)!);
  const budgets = readBudgets();
  if (lower) lowerBudgets(all, budgets);
  for (const problem of exceeded(all, budgets)) {
    process.stderr.write(`More than its budget: ${problem}\n`);
    process.exitCode = 1;
  }
}

function printTable(all: readonly Trace[]): void {
  const known = readBudgets();
  printRow('', 'files', 'budget', 'target', 'functions');
  for (const trace of all) {
    const { [trace.way]: budget } = known;
    const target = budget?.target ? `≤ ${budget.target}` : '';
    printRow(trace.way, textOf(filesOf(trace)), budget ? textOf(budget) : 'none', target, textOf(functionsOf(trace)));
  }
}

function printRow(way: string, ...columns: readonly string[]): void {
  process.stdout.write(`${way.padEnd(24)}${columns.map((column) => column.padEnd(12)).join('')}`.trimEnd() + '\n');
}

function printFiles({ ran, calls }: Trace): void {
  for (const [file, functions] of [...ran].sort()) process.stdout.write(`${String(functions.size).padStart(3)}  ${file}\n`);
  for (const [index, { name, file, isClosure }] of calls.entries())
    process.stdout.write(`${String(index + 1).padStart(3)}. ${isClosure ? '*' : ' '} ${name || '(no name)'}  ${file}\n`);
}
