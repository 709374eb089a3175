import { resolve } from 'node:path';
import { type JestReport, Tally } from './tally.ts';

const SUITE = 'test/worker/time.spec.ts';

const reportOf = (failed: readonly string[], broken = false): JestReport => {
  const assertionResults = ['first', 'second'].map((fullName) => {
    const hasFailed = failed.includes(fullName);
    return {
      fullName,
      status: hasFailed ? 'failed' : 'passed',
      failureMessages: hasFailed ? [`why ${fullName} failed`] : [],
    };
  });
  const status = broken || failed.length > 0 ? 'failed' : 'passed';
  const name = resolve(import.meta.dirname, '../..', SUITE);
  return { testResults: [{ name, status, message: 'cannot be loaded', assertionResults }] };
};

test('what failed is counted by test, and what failed most often comes first', () => {
  const tally = new Tally();
  const [first, second] = ['first', 'second'].map((name) => ({ name: `${SUITE}: ${name}`, message: `why ${name} failed` }));
  expect(tally.add(reportOf(['first', 'second']))).toEqual([first, second]);
  expect(tally.add(reportOf([]))).toEqual([]);
  expect(tally.add(reportOf(['second']))).toEqual([second]);
  expect(tally.isEmpty).toBe(false);
  expect(tally.summary()).toBe(`\n2 of 3: ${SUITE}: second\n1 of 3: ${SUITE}: first\n`);
});

test('a suite that cannot run is a failure', () => {
  const tally = new Tally();
  expect(tally.add(reportOf([], true))).toEqual([{ name: SUITE, message: 'cannot be loaded' }]);
});

test('runs in which nothing failed are told apart from runs without tests', () => {
  const tally = new Tally();
  tally.add(reportOf([]));
  expect(tally.isEmpty).toBe(true);
  expect(tally.summary()).toBe('Nothing failed in 1 runs.\n');
  expect(() => tally.add({ testResults: [] })).toThrow('no such suite');
});
