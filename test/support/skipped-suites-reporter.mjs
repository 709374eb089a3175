import { globSync } from 'node:fs';

/** Says in one line which suites did not run for want of a Redis, so that green never means "not looked at". */
export default class LeftOutReporter {
  onRunComplete() {
    if (process.env.REDIS_SUITES === '1') return;
    const suites = globSync('{libs,test}/**/*.redis.spec.ts');
    const line =
      suites.length === 0
        ? 'Redis suites left out: none, there is no suite that needs Redis.'
        : `Redis suites left out (REDIS_SUITES=1 runs them against REDIS_URL): ${suites.sort().join(', ')}`;
    process.stderr.write(`${line}\n`);
  }
}
