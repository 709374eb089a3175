import { parseArgs } from 'node:util';
import type { Language } from './drivers.ts';
import { LANGUAGES } from './languages.ts';
import { MUTATED } from './mutants/index.ts';
import { reportMutants } from './mutants/report-mutants.ts';
import { reportCases } from './report-cases.ts';

/** `npm run conformance`: the table of languages and cases, or with `--mutants` that of deliberate breakages. Ends with 1 if something failed. */
const { values } = parseArgs({
  options: {
    driver: { type: 'string' },
    language: { type: 'string' },
    mutants: { type: 'boolean' },
    only: { type: 'string' },
    report: { type: 'string' },
  },
});
const { driver, language, mutants, only, report } = values;
const isWanted = ({ name }: { readonly name: string }): boolean => language === undefined || name === language;
const wanted: readonly Language[] =
  driver === undefined ? LANGUAGES.filter(isWanted) : [{ name: 'driver', command: driver, cwd: process.cwd() }];

const isRight = mutants ? await reportMutants(MUTATED.filter(isWanted), only) : await reportCases(wanted, { only, report });
process.exitCode = isRight ? 0 : 1;
