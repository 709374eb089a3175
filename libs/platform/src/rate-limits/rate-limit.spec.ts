import { RateLimit, type RateLimitResult } from './rate-limit.ts';

const QUOTA = { perMinute: 3, perHour: 5, blockSeconds: 900 };
const SECOND = 1000;

const { jest } = import.meta;
beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => void jest.useRealTimers());

/** Remaining requests and seconds of each window, then `retryAfter`. */
const summary = ({ windows, retryAfter }: RateLimitResult) => [
  ...windows.map(({ remaining, seconds }) => [remaining, seconds]),
  retryAfter,
];
const repeat = async (limit: RateLimit, count: number, key = 'ada'): Promise<RateLimitResult> => {
  let last: RateLimitResult;
  do last = await limit.count(key);
  while (--count > 0);
  return last;
};

test('the result has the remaining requests of each window and the seconds until it resets', async () => {
  const limit = new RateLimit(QUOTA);
  expect(limit.policy).toBe('"minute";q=3;w=60, "hour";q=5;w=3600');
  expect(summary(await limit.count('ada'))).toEqual([[2, 60], [4, 3600], null]);
  jest.advanceTimersByTime(20.5 * SECOND);
  expect(summary(await limit.count('ada'))).toEqual([[1, 40], [3, 3580], null]);
  jest.advanceTimersByTime(40 * SECOND);
  expect(summary(await limit.count('ada'))).toEqual([[2, 60], [2, 3540], null]);
  expect((await limit.count('ada')).windows.map(({ window }) => window)).toEqual(['minute', 'hour']);
});

test('a key beyond the limit is blocked for the whole time, and its requests meanwhile are not counted', async () => {
  const limit = new RateLimit(QUOTA);
  expect(summary(await repeat(limit, 3))).toEqual([[0, 60], [2, 3600], null]);
  expect(summary(await limit.count('ada'))).toEqual([[0, 900], [0, 900], 900]);
  jest.advanceTimersByTime(899.5 * SECOND);
  expect(summary(await repeat(limit, 10))).toEqual([[0, 1], [0, 1], 1]);
  jest.advanceTimersByTime(SECOND);
  expect(summary(await limit.count('ada'))).toEqual([[2, 60], [0, 2700], null]);
});

test('the window of an hour is not reset by a block', async () => {
  const limit = new RateLimit(QUOTA);
  await repeat(limit, 3);
  jest.advanceTimersByTime(60 * SECOND);
  expect((await repeat(limit, 2)).retryAfter).toBe(null);
  for (let waited = 60; waited < 3600 - 900; waited += 900) {
    expect((await limit.count('ada')).retryAfter).toBe(900);
    jest.advanceTimersByTime(900 * SECOND);
  }
  jest.advanceTimersByTime(900 * SECOND);
  expect(summary(await limit.count('ada'))).toEqual([[2, 60], [4, 3600], null]);
});

test('concurrent requests are allowed up to the limit', async () => {
  const limit = new RateLimit(QUOTA);
  const results = await Promise.all(Array.from({ length: 20 }, () => limit.count('ada')));
  expect(results.filter(({ retryAfter }) => retryAfter === null)).toHaveLength(3);
});

test('each key is counted separately', async () => {
  const limit = new RateLimit(QUOTA);
  await repeat(limit, 4, 'ada');
  expect(summary(await limit.count('grace'))).toEqual([[2, 60], [4, 3600], null]);
  expect((await limit.count('ada')).retryAfter).toBe(900);
});

test('beyond the maximum of keys the least recently used ones are dropped, blocked or not', async () => {
  const limit = new RateLimit(QUOTA, 3);
  await repeat(limit, 4, 'ada');
  await repeat(limit, 4, 'grace');
  await limit.count('alan');
  expect((await limit.count('ada')).retryAfter).toBe(900);
  await limit.count('edsger');
  expect((await limit.count('ada')).retryAfter).toBe(900);
  expect((await limit.count('grace')).retryAfter).toBe(null);
});

test('memory is limited to the most recently used keys', async () => {
  const limit = new RateLimit(QUOTA, 10);
  for (let client = 0; client < 1000; client++) await limit.count(`client ${client}`);
  // One timer for each window of each key.
  expect(jest.getTimerCount()).toBe(20);
});
