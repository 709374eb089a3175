import { judge } from './delivery-schedule.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const attempt = (httpCode: number | null, retryAfter: number | null = null) => ({ httpCode, response: null, retryAfter });

const secondsUntilNext = (number: number, chance: number, retryAfter: number | null = null): number => {
  const verdict = judge(attempt(500, retryAfter), { number, isTest: false }, NOW, chance);
  if (verdict.status !== 'pending') throw new Error(`It is ${verdict.status}`);
  return (verdict.nextAttemptAt.getTime() - NOW.getTime()) / 1000;
};

test.each([200, 201, 204, 299])('%i is a success', (code) => {
  expect(judge(attempt(code), { number: 1, isTest: false }, NOW, 0.5)).toEqual({ status: 'succeeded' });
});

test.each([null, 100, 301, 307, 400, 404, 429, 500, 503])('%p is repeated', (code) => {
  expect(judge(attempt(code), { number: 1, isTest: false }, NOW, 0.5)).toMatchObject({ status: 'pending' });
});

test('waits get longer, for about three days in all', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => secondsUntilNext(number, 0.5));
  expect(waits).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
});

test('waits vary by a tenth', () => {
  expect([secondsUntilNext(2, 0), secondsUntilNext(2, 1)]).toEqual([270, 330]);
});

test('Retry-After makes a wait longer, up to a day, and never shorter', () => {
  expect(secondsUntilNext(1, 0.5, 120)).toBe(120);
  expect(secondsUntilNext(3, 0.5, 120)).toBe(1800);
  expect(secondsUntilNext(1, 0.5, 1e9)).toBe(86_400);
});

test('the tenth failure is for good', () => {
  expect(judge(attempt(500), { number: 10, isTest: false }, NOW, 0.5)).toEqual({ status: 'failed', isGone: false });
});

test('410 is for good at once', () => {
  expect(judge(attempt(410), { number: 1, isTest: false }, NOW, 0.5)).toEqual({ status: 'failed', isGone: true });
});

test('a test is not repeated, and tells nothing about the endpoint', () => {
  for (const code of [500, 410, null]) {
    expect(judge(attempt(code), { number: 1, isTest: true }, NOW, 0.5)).toEqual({ status: 'failed', isGone: false });
  }
});
