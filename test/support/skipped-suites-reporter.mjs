import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { areNamed } from '../../jest.config.mjs';

const KINDS = [
  {
    name: 'Redis',
    suffix: 'redis',
    run: 'REDIS_SUITES=1 runs them against REDIS_URL',
    isRunning: () => process.env.REDIS_SUITES === '1',
  },
  {
    name: 'Browser',
    suffix: 'browser',
    run: 'CHROMIUM=/usr/bin/chromium runs them',
    isRunning: () => Boolean(process.env.CHROMIUM),
  },
];

/** Says in one line for each kind which suites did not run for want of a program or of time, so that green never means "not looked at". */
export default class LeftOutReporter {
  #tooLate = [];

  onTestResult({ path }, { numPassingTests, numFailingTests, testExecError }) {
    const hasRun = numPassingTests + numFailingTests > 0 || testExecError;
    if (process.env.NO_SUITE_AFTER && !hasRun) this.#tooLate.push(relative(process.cwd(), path));
  }

  onRunComplete() {
    if (this.#tooLate.length > 0) process.stderr.write(`Left out for want of time: ${this.#tooLate.sort().join(', ')}\n`);
    if (!areNamed)
      process.stderr.write('Slow suites left out (npm run test:all runs them): test/{apps,faults,history,…}, browsers.\n');
    for (const { name, suffix, run, isRunning } of KINDS) {
      if (isRunning()) continue;
      const suites = globSync(`{libs,test}/**/*.${suffix}.spec.ts`).sort();
      if (suites.length === 0) process.stderr.write(`${name} suites left out: none, there is no such suite.\n`);
      else process.stderr.write(`${name} suites left out (${run}): ${suites.join(', ')}\n`);
    }
  }
}
