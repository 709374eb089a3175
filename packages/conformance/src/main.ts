import { parseArgs } from 'node:util';
import type { Language } from './language.ts';
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
    write: { type: 'boolean', default: false },
  },
});
const { driver, language, mutants, only, report, write: isWritten } = values;
const isWanted = ({ name }: { readonly name: string }): boolean => language === undefined || name === language;
const wanted: readonly Language[] =
  driver === undefined ? LANGUAGES.filter(isWanted) : [{ name: 'driver', command: driver, cwd: process.cwd() }];

const isRight = mutants
  ? await reportMutants(MUTATED.filter(isWanted), { only, isWritten })
  : await reportCases(wanted, { only, report, isWritten });
process.exitCode = isRight ? 0 : 1;
