import { RetryPolicy } from './retry-policy.ts';

const HOUR_MS = 3_600_000;
const failures = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

test('waits start short and double', () => {
  const retries = new RetryPolicy();
  expect(failures(5).map((each) => retries.waitMs(each, 0))).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
});

test('a wait is at most ten minutes and shortened at random by at most a quarter', () => {
  const retries = new RetryPolicy();
  expect(failures(1000).map((each) => retries.waitMs(each, 0))).toContain(600_000);
  expect(Math.max(...failures(1000).map((each) => retries.waitMs(each, 0)))).toBe(600_000);
  for (const each of failures(50)) {
    expect(retries.waitMs(each, 1)).toBe(Math.round(retries.waitMs(each, 0) * 0.75));
    expect(retries.waitMs(each)).toBeLessThanOrEqual(retries.waitMs(each, 0));
    expect(retries.waitMs(each)).toBeGreaterThanOrEqual(retries.waitMs(each, 1));
  }
});

test('all waits together are between five and seven hours', () => {
  const retries = new RetryPolicy();
  const longest = (chance: number): number =>
    failures(retries.attempts - 1).reduce((sum, each) => sum + retries.waitMs(each, chance), 0);
  expect(longest(1)).toBeGreaterThan(5 * HOUR_MS);
  expect(longest(0)).toBeLessThan(7 * HOUR_MS);
});

test('after a failure the job starts with a wait and has one attempt fewer', () => {
  const retries = new RetryPolicy({ attempts: 3, retryMs: 10 });
  expect(retries.options()).toEqual({ attempts: 3, backoff: { type: expect.any(String) } });
  const { attempts, delay } = retries.options({ afterFailure: true });
  expect(attempts).toBe(2);
  expect(delay).toBeGreaterThan(0);
  expect(new RetryPolicy({ attempts: 1 }).options({ afterFailure: true }).attempts).toBe(1);
});
