import { ValidationFailed } from '#kernel';
import { FARTHEST_SECONDS, LONGEST_STEP_SECONDS, TestClock } from './test-clock.ts';

const NOW = new Date('2026-11-24T12:00:00.500Z');
const LATER = new Date(NOW.getTime() + 10_000);

const fieldsOf = (act: () => void): unknown => {
  try {
    return act();
  } catch (error) {
    return (error as ValidationFailed).errors.map(({ path }) => path);
  }
};

test('a clock shows the current time until it is moved, and runs on afterwards', () => {
  const clock = TestClock.create('o');
  expect([clock.time(NOW), clock.snapshot.status, clock.snapshot.advancedAt]).toEqual([NOW, 'ready', null]);
  clock.advance({ seconds: 3_600 }, NOW);
  expect([clock.time(NOW).toISOString(), clock.time(LATER).toISOString()]).toEqual([
    '2026-11-24T13:00:00.500Z',
    '2026-11-24T13:00:10.500Z',
  ]);
  expect([clock.snapshot.status, clock.snapshot.advancedAt]).toEqual(['advancing', NOW]);
});

test('a clock that is moved to a time shows it at that moment, however often it was moved before', () => {
  const clock = TestClock.create('o');
  clock.advance({ seconds: 60 }, NOW);
  const to = new Date('2027-01-31T00:00:00.000Z');
  clock.advance({ to }, LATER);
  expect(clock.time(LATER)).toEqual(to);
});

test('a clock only moves forward, by one time or duration, at most 366 days at once and five years in all', () => {
  const clock = TestClock.create('o');
  clock.advance({ seconds: 60 }, NOW);
  const before = clock.snapshot;
  const tooFar = new Date(clock.time(LATER).getTime() + LONGEST_STEP_SECONDS * 1000 + 1);
  for (const [step, fields] of [
    [{}, [[]]],
    [{ seconds: 1, to: LATER }, [[]]],
    [{ seconds: 0 }, [['seconds']]],
    [{ seconds: -1 }, [['seconds']]],
    [{ seconds: LONGEST_STEP_SECONDS + 1 }, [['seconds']]],
    [{ to: clock.time(LATER) }, [['to']]],
    [{ to: LATER }, [['to']]],
    [{ to: tooFar }, [['to']]],
  ] as const) {
    expect([step, fieldsOf(() => clock.advance(step, LATER))]).toEqual([step, fields]);
  }
  expect(clock.snapshot).toEqual(before);
  for (let year = 0; year < 4; year++) clock.advance({ seconds: LONGEST_STEP_SECONDS }, NOW);
  const rest = FARTHEST_SECONDS - 60 - 4 * LONGEST_STEP_SECONDS;
  expect(fieldsOf(() => clock.advance({ seconds: rest + 1 }, NOW))).toEqual([['seconds']]);
  clock.advance({ seconds: rest }, NOW);
  expect(clock.snapshot.aheadMs).toBe(FARTHEST_SECONDS * 1000);
});
