import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CASES } from './cases/index.ts';
import { COMPANY_NETWORK } from './cases/company-networks.ts';
import { FIRST_BLOCK } from './cases/first-block.ts';
import { SAMPLE } from './cases/sample.ts';
import { storageOf } from './cases/storage-of.ts';
import { Drivers, type Language } from './drivers.ts';
import { LANGUAGES } from './languages.ts';
import { problemOf } from './run.ts';

/**
 * `npm run conformance`: the table of languages and cases. Ends with 1 if a client does something else than it should, or cannot be started.
 * `--report` writes the results to a file in the form of Jest, for `.ci/run`.
 */
const { values } = parseArgs({
  options: { driver: { type: 'string' }, language: { type: 'string' }, only: { type: 'string' }, report: { type: 'string' } },
});
const wanted: readonly Language[] =
  values.driver === undefined
    ? LANGUAGES.filter(({ name }) => values.language === undefined || name === values.language)
    : [{ name: 'driver', command: values.driver, cwd: process.cwd() }];
const languages = wanted.filter(({ needs }) => needs === undefined || existsSync(needs));
const missing = wanted.flatMap(({ name, needs }) =>
  needs === undefined || existsSync(needs) ? [] : [`${name} is left out: there is no ${needs}`],
);
const drivers = languages.map((language) => new Drivers(language));
const storages = languages.map(({ name }, n) => storageOf(name, drivers[n]!));
const cases = [...CASES, ...storages, COMPANY_NETWORK, SAMPLE, FIRST_BLOCK].filter(
  ({ name }) => values.only === undefined || name.includes(values.only),
);
const width = Math.max(...cases.map(({ name }) => name.length));

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const line = (name: string, cells: readonly string[]): void =>
  say([name.padEnd(width), ...cells.map((cell, n) => cell.padEnd(languages[n]!.name.length))].join('  ').trimEnd());

let passed = 0;
const problems: { readonly language: string; readonly name: string; readonly problem: string }[] = [];
line(
  '',
  languages.map(({ name }) => name),
);
for (const each of cases) {
  const cells: string[] = [];
  for (const [n, of] of drivers.entries()) {
    if (each.isFor?.(languages[n]!) === false) {
      cells.push('–');
      continue;
    }
    const problem = await problemOf(each, of);
    passed += problem === undefined ? 1 : 0;
    if (problem !== undefined) problems.push({ language: languages[n]!.name, name: each.name, problem });
    cells.push(problem === undefined ? 'ok' : 'no');
  }
  line(each.name, cells);
}
await Promise.all(drivers.map((each) => each.end()));

say(
  [
    '',
    ...missing,
    ...problems.map(({ language, name, problem }) => `${language}: ${name}: ${problem}`),
    `${passed} ok, ${problems.length} not`,
  ].join('\n'),
);
process.exitCode = problems.length === 0 && passed > 0 ? 0 : 1;
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(reported()));

function reported(): object {
  const testResults = problems.map(({ language, name, problem }) => ({
    name: `conformance: ${language}`,
    status: 'failed',
    message: problem,
    assertionResults: [{ status: 'failed', fullName: name, failureMessages: [problem] }],
  }));
  return { numPassedTests: passed, numFailedTests: problems.length, numRuntimeErrorTestSuites: 0, testResults };
}
