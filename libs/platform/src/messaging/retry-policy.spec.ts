import { RetryPolicy } from './retry-policy.ts';

const HOUR_MS = 3_600_000;
const failures = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

test('the first waits are short, and double', () => {
  const retries = new RetryPolicy();
  expect(failures(5).map((each) => retries.waitMs(each, 0))).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
});

test('no wait is longer than ten minutes, or shorter than three quarters of what it could be', () => {
  const retries = new RetryPolicy();
  expect(failures(1000).map((each) => retries.waitMs(each, 0))).toContain(600_000);
  expect(Math.max(...failures(1000).map((each) => retries.waitMs(each, 0)))).toBe(600_000);
  for (const each of failures(50)) {
    expect(retries.waitMs(each, 1)).toBe(Math.round(retries.waitMs(each, 0) * 0.75));
    expect(retries.waitMs(each)).toBeLessThanOrEqual(retries.waitMs(each, 0));
    expect(retries.waitMs(each)).toBeGreaterThanOrEqual(retries.waitMs(each, 1));
  }
});

test('all together they are hours, as chance will have it', () => {
  const retries = new RetryPolicy();
  const longest = (chance: number): number =>
    failures(retries.attempts - 1).reduce((sum, each) => sum + retries.waitMs(each, chance), 0);
  expect(longest(1)).toBeGreaterThan(5 * HOUR_MS);
  expect(longest(0)).toBeLessThan(7 * HOUR_MS);
});

test('one that has failed once waits first, and has one attempt less', () => {
  const retries = new RetryPolicy({ attempts: 3, retryMs: 10 });
  expect(retries.options()).toEqual({ attempts: 3, backoff: { type: expect.any(String) } });
  const { attempts, delay } = retries.options({ afterFailure: true });
  expect(attempts).toBe(2);
  expect(delay).toBeGreaterThan(0);
  expect(new RetryPolicy({ attempts: 1 }).options({ afterFailure: true }).attempts).toBe(1);
});
