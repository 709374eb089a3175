import { existsSync, writeFileSync } from 'node:fs';
import { COMPANY_NETWORK } from './cases/company-networks.ts';
import { FIRST_BLOCK } from './cases/first-block.ts';
import { CASES } from './cases/index.ts';
import { SAMPLE } from './cases/sample.ts';
import { lockSharedWith, storageOf, unitsSharedWith } from './cases/storage-of.ts';
import { Drivers } from './drivers.ts';
import type { Language } from './language.ts';
import { say, Table } from './report.ts';
import { type Cell, writeResults } from './results-page.ts';
import { problemOf } from './run.ts';

interface Asked {
  /** The cases whose names contain this. */
  readonly only: string | undefined;
  /** A file for the results in the form of Jest, for `.ci/run`. */
  readonly report: string | undefined;
  /** Whether the page of results is written. */
  readonly isWritten: boolean;
}

interface Problem {
  readonly language: string;
  readonly name: string;
  readonly problem: string;
}

/** Prints the table of languages and cases. False if a client does something else than it should, or cannot be started. */
export async function reportCases(wanted: readonly Language[], { only, report, isWritten }: Asked): Promise<boolean> {
  const languages = wanted.filter(({ needs }) => needs === undefined || existsSync(needs));
  const drivers = languages.map((language) => new Drivers(language));
  const shared = languages.flatMap(({ name }, n) =>
    [storageOf, lockSharedWith, unitsSharedWith].map((of) => of(name, drivers[n]!)),
  );
  const cases = [...CASES, ...shared, COMPANY_NETWORK, SAMPLE, FIRST_BLOCK].filter(
    ({ name }) => only === undefined || name.includes(only),
  );
  const table = new Table(
    cases.map(({ name }) => name),
    languages.map(({ name }) => name),
  );
  const problems: Problem[] = [];
  const found: Cell[] = [];
  let passed = 0;
  for (const each of cases) {
    const cells: string[] = [];
    for (const [n, of] of drivers.entries()) {
      const problem = each.isFor?.(languages[n]!) === false ? null : await problemOf(each, of);
      passed += problem === undefined ? 1 : 0;
      if (typeof problem === 'string') problems.push({ language: languages[n]!.name, name: each.name, problem });
      cells.push(problem === null ? '–' : problem === undefined ? 'ok' : 'no');
    }
    table.add(each.name, cells);
    found.push(...cells.map((text, n) => ({ row: each.name, language: languages[n]!.name, text })));
  }
  await Promise.all(drivers.map((each) => each.end()));

  say('');
  for (const { name, needs } of wanted.filter((each) => !languages.includes(each)))
    say(`${name} is left out: there is no ${needs}`);
  for (const { name, without = {} } of languages)
    for (const [reason, missing] of Object.entries(without)) say(`${name} is not asked for ${missing.join(', ')}: ${reason}`);
  for (const { language, name, problem } of problems) say(`${language}: ${name}: ${problem}`);
  say(`${passed} ok, ${problems.length} not`);
  if (isWritten) await writeResults('cases', found);
  if (report !== undefined) writeFileSync(report, JSON.stringify(reported(passed, problems)));
  return problems.length === 0 && passed > 0;
}

function reported(passed: number, problems: readonly Problem[]): object {
  const testResults = problems.map(({ language, name, problem }) => ({
    name: `conformance: ${language}`,
    status: 'failed',
    message: problem,
    assertionResults: [{ status: 'failed', fullName: name, failureMessages: [problem] }],
  }));
  return { numPassedTests: passed, numFailedTests: problems.length, numRuntimeErrorTestSuites: 0, testResults };
}
