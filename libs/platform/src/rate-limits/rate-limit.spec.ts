import { Config } from '#platform/config';
import { SettableClock } from '../../../../test/support/settable-clock.ts';
import { MemoryCounterStore } from './memory-counter-store.ts';
import { RateLimit, type RateLimitResult } from './rate-limit.ts';

const QUOTA = { perMinute: 3, perHour: 5, blockSeconds: 900 };
const SECOND = 1000;

let clock: SettableClock;
let store: MemoryCounterStore;
beforeEach(() => {
  clock = new SettableClock();
  store = new MemoryCounterStore(clock);
});

const aLimit = (maxKnown?: number): RateLimit => new RateLimit(store, 'sign-in', QUOTA, maxKnown);
const repeat = async (limit: RateLimit, count: number, subject = 'ada'): Promise<RateLimitResult> => {
  let last: RateLimitResult;
  do last = await limit.count(subject, clock.now());
  while (--count > 0);
  return last;
};
/** Remaining requests and seconds of each window, then `retryAfter`. */
const summary = ({ windows, retryAfter }: RateLimitResult) => [
  ...windows.map(({ remaining, resetSeconds }) => [remaining, resetSeconds]),
  retryAfter,
];

test('the result has the remaining requests of each window and the seconds until it resets', async () => {
  const limit = aLimit();
  const { windows } = await repeat(limit, 1);
  expect(windows).toEqual([
    { name: 'minute', max: 3, seconds: 60, remaining: 2, resetSeconds: 60 },
    { name: 'hour', max: 5, seconds: 3600, remaining: 4, resetSeconds: 3600 },
  ]);
  clock.pass(20.5 * SECOND);
  expect(summary(await repeat(limit, 1))).toEqual([[1, 40], [3, 3580], null]);
  clock.pass(40 * SECOND);
  expect(summary(await repeat(limit, 1))).toEqual([[2, 60], [2, 3540], null]);
});

test('what a process counted is known until the windows end, without asking the store', async () => {
  const limit = aLimit(1);
  const known = () => limit.knownState('ada', clock.now())?.map(({ remaining, resetSeconds }) => [remaining, resetSeconds]);
  expect(known()).toBeUndefined();
  await repeat(limit, 2);
  clock.pass(20 * SECOND);
  expect(known()).toEqual([
    [1, 40],
    [3, 3580],
  ]);
  clock.pass(40 * SECOND);
  expect(known()).toEqual([
    [3, 60],
    [3, 3540],
  ]);
  clock.pass(3540 * SECOND);
  expect(known()).toBeUndefined();
  await repeat(limit, 1);
  await repeat(limit, 1, 'bob');
  expect(known()).toBeUndefined();
});

test('a subject beyond the limit is blocked for the whole time, and its requests meanwhile are not counted', async () => {
  const limit = aLimit();
  expect(summary(await repeat(limit, 3))).toEqual([[0, 60], [2, 3600], null]);
  expect(summary(await repeat(limit, 1))).toEqual([[0, 900], [0, 900], 900]);
  clock.pass(899.5 * SECOND);
  expect(summary(await repeat(limit, 10))).toEqual([[0, 1], [0, 1], 1]);
  clock.pass(SECOND);
  expect(summary(await repeat(limit, 1))).toEqual([[2, 60], [1, 2700], null]);
});

test('the window of an hour is not reset by a block', async () => {
  const limit = aLimit();
  await repeat(limit, 3);
  clock.pass(60 * SECOND);
  expect((await repeat(limit, 2)).retryAfter).toBe(null);
  for (let waited = 60; waited < 3600 - 900; waited += 900) {
    expect((await repeat(limit, 1)).retryAfter).toBe(900);
    clock.pass(900 * SECOND);
  }
  clock.pass(900 * SECOND);
  expect(summary(await repeat(limit, 1))).toEqual([[2, 60], [4, 3600], null]);
});

test('a process knows a block once it has counted a request of the subject, until the block ends', async () => {
  const [limit, ofAnotherProcess] = [aLimit(), aLimit()];
  const known = (which: RateLimit, subject = 'ada') => which.knownBlock(subject, clock.now())?.retryAfter ?? null;
  await repeat(limit, 3);
  expect(known(limit)).toBe(null);
  await repeat(limit, 1);
  expect([known(limit), known(limit, 'grace'), known(ofAnotherProcess)]).toEqual([900, null, null]);
  clock.pass(100 * SECOND);
  await repeat(ofAnotherProcess, 1);
  expect([known(limit), known(ofAnotherProcess)]).toEqual([800, 800]);
  clock.pass(800 * SECOND);
  expect([known(limit), known(ofAnotherProcess)]).toEqual([null, null]);
});

test('a process knows a limited number of blocks', async () => {
  const limit = aLimit(2);
  for (const subject of ['ada', 'grace', 'alan']) await repeat(limit, 4, subject);
  const isKnown = (subject: string): boolean => limit.knownBlock(subject, clock.now()) !== null;
  expect(['ada', 'grace', 'alan'].map(isKnown)).toEqual([false, true, true]);
});

describe('guesses at license keys that a network gets answered in a day, with the default limits', () => {
  const HOUR_MS = 3_600_000;
  const DAY_MS = 24 * HOUR_MS;

  /** Guesses without rest; a refused attacker waits as long as it is told, one who avoids refusals until the windows are over. */
  async function answered(avoidsRefusals: boolean): Promise<{ readonly inTheFirstHour: number; readonly inTheDay: number }> {
    const limit = new RateLimit(store, 'unknown keys', Config.from({}).quotas.keyFailures);
    const start = clock.now().getTime();
    const times: number[] = [];
    for (let n = 0; clock.now().getTime() - start < DAY_MS; n++) {
      const { retryAfter, windows } = await limit.count('203.0.113.7', clock.now(), `guess ${n}`);
      if (retryAfter === null) times.push(clock.now().getTime() - start);
      const full = windows.filter(({ remaining }) => avoidsRefusals && remaining === 0);
      clock.pass(Math.max(retryAfter ?? 0, ...full.map(({ resetSeconds }) => resetSeconds)) * SECOND);
    }
    return { inTheFirstHour: times.filter((at) => at < HOUR_MS).length, inTheDay: times.length };
  }

  test('from a network that waits for the end of each refusal', async () => {
    expect(await answered(false)).toEqual({ inTheFirstHour: 200, inTheDay: 2_960 });
  });

  test('from a network that guesses no more than it may', async () => {
    expect(await answered(true)).toEqual({ inTheFirstHour: 200, inTheDay: 24 * 200 });
  });
});
