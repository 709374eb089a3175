import { RateLimit, type RateLimitResult } from './rate-limit.ts';

const QUOTA = { perMinute: 3, perHour: 5, blockSeconds: 900 };
const SECOND = 1000;

const { jest } = import.meta;
beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => void jest.useRealTimers());

/** What each window leaves, and for how long nothing is answered. */
const seen = ({ left, retryAfter }: RateLimitResult) => [
  ...left.map(({ remaining, seconds }) => [remaining, seconds]),
  retryAfter,
];
const times = async (limit: RateLimit, count: number, who = 'ada'): Promise<RateLimitResult> => {
  let last: RateLimitResult;
  do last = await limit.count(who);
  while (--count > 0);
  return last;
};

test('what is left of each window is told, and in how many seconds it begins anew', async () => {
  const limit = new RateLimit(QUOTA);
  expect(limit.policy).toBe('"minute";q=3;w=60, "hour";q=5;w=3600');
  expect(seen(await limit.count('ada'))).toEqual([[2, 60], [4, 3600], null]);
  jest.advanceTimersByTime(20.5 * SECOND);
  expect(seen(await limit.count('ada'))).toEqual([[1, 40], [3, 3580], null]);
  jest.advanceTimersByTime(40 * SECOND);
  expect(seen(await limit.count('ada'))).toEqual([[2, 60], [2, 3540], null]);
  expect((await limit.count('ada')).left.map(({ window }) => window)).toEqual(['minute', 'hour']);
});

test('whoever goes beyond is kept out for the whole time, and what they ask meanwhile is not counted', async () => {
  const limit = new RateLimit(QUOTA);
  expect(seen(await times(limit, 3))).toEqual([[0, 60], [2, 3600], null]);
  expect(seen(await limit.count('ada'))).toEqual([[0, 900], [0, 900], 900]);
  jest.advanceTimersByTime(899.5 * SECOND);
  expect(seen(await times(limit, 10))).toEqual([[0, 1], [0, 1], 1]);
  jest.advanceTimersByTime(SECOND);
  expect(seen(await limit.count('ada'))).toEqual([[2, 60], [0, 2700], null]);
});

test('the hour is counted to its end, whoever was kept out in it', async () => {
  const limit = new RateLimit(QUOTA);
  await times(limit, 3);
  jest.advanceTimersByTime(60 * SECOND);
  expect((await times(limit, 2)).retryAfter).toBe(null);
  for (let waited = 60; waited < 3600 - 900; waited += 900) {
    expect((await limit.count('ada')).retryAfter).toBe(900);
    jest.advanceTimersByTime(900 * SECOND);
  }
  jest.advanceTimersByTime(900 * SECOND);
  expect(seen(await limit.count('ada'))).toEqual([[2, 60], [4, 3600], null]);
});

test('of many at once as many are let in as may be', async () => {
  const limit = new RateLimit(QUOTA);
  const results = await Promise.all(Array.from({ length: 20 }, () => limit.count('ada')));
  expect(results.filter(({ retryAfter }) => retryAfter === null)).toHaveLength(3);
});

test('each is counted alone', async () => {
  const limit = new RateLimit(QUOTA);
  await times(limit, 4, 'ada');
  expect(seen(await limit.count('grace'))).toEqual([[2, 60], [4, 3600], null]);
  expect((await limit.count('ada')).retryAfter).toBe(900);
});

test('when too many come, those are forgotten who were silent for longest, kept out or not', async () => {
  const limit = new RateLimit(QUOTA, 3);
  await times(limit, 4, 'ada');
  await times(limit, 4, 'grace');
  await limit.count('alan');
  expect((await limit.count('ada')).retryAfter).toBe(900);
  await limit.count('edsger');
  expect((await limit.count('ada')).retryAfter).toBe(900);
  expect((await limit.count('grace')).retryAfter).toBe(null);
});

test('however many come, nothing is kept but of the last ones', async () => {
  const limit = new RateLimit(QUOTA, 10);
  for (let who = 0; who < 1000; who++) await limit.count(`visitor ${who}`);
  // A timer for each window of those who are remembered.
  expect(jest.getTimerCount()).toBe(20);
});
