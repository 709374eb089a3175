import { isRecentSignIn } from './recent-sign-in.ts';

test('a sign-in is recent for 15 minutes', () => {
  const [at, after] = [new Date('2026-11-26T12:00:00Z'), (ms: number) => new Date(at.getTime() + ms)];
  expect(isRecentSignIn(at, after(15 * 60_000))).toBe(true);
  expect(isRecentSignIn(at, after(15 * 60_000 + 1))).toBe(false);
});
