import { Clock } from './clock.ts';
import { MemoryStorage } from './storage/memory-storage.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const NOON = 1_780_315_200;

/** A machine whose clock is wrong by so many seconds, and its process. */
function machineWith(wrongBy: number) {
  const storage = new MemoryStorage();
  const machine = { wrongBy, passed: 0, asleep: 0 };
  const clocks = {
    now: () => (NOON + machine.wrongBy + machine.passed) * 1000,
    monotonic: () => (12_345 + machine.passed - machine.asleep) * 1000,
  };
  const restarted = () => new Clock(storage, clocks);
  return { machine, storage, restarted, clock: restarted() };
}

const WRONG = [-50 * YEAR, -DAY, -HOUR, -5 * MINUTE, -90, 0, 5 * MINUTE, HOUR, 8 * DAY];

test.each(WRONG)('a clock that is wrong by %d s is corrected by an answer, and stays so', async (wrongBy) => {
  const { machine, clock, restarted } = machineWith(wrongBy);
  await clock.correct(NOON);
  expect(await clock.time()).toBe(NOON);
  machine.passed = HOUR;
  expect([await clock.time(), await restarted().time()]).toEqual([NOON + HOUR, NOON + HOUR]);
});

test.each(WRONG)('a clock that was wrong by %d s and is set right needs no other answer', async (wrongBy) => {
  const { machine, clock, restarted } = machineWith(wrongBy);
  await clock.correct(NOON);
  machine.wrongBy = 0;
  machine.passed = 2 * MINUTE;
  expect(await restarted().time()).toBe(NOON + 2 * MINUTE);
});

test('in the process that got an answer, a clock that is set back gains nothing and stops nothing', async () => {
  const { machine, clock } = machineWith(0);
  await clock.correct(NOON);
  machine.passed = 2 * HOUR;
  machine.wrongBy = -DAY;
  expect(await clock.time()).toBe(NOON + 2 * HOUR);
});

test('time passes while a machine sleeps, also if its monotonic clock stands still', async () => {
  const { machine, clock } = machineWith(-HOUR);
  await clock.correct(NOON);
  machine.passed = machine.asleep = 3 * DAY;
  expect(await clock.time()).toBe(NOON + 3 * DAY);
});

test('another time zone changes nothing, and a clock set by it instead is corrected by the next answer', async () => {
  const { machine, clock, restarted } = machineWith(0);
  await clock.correct(NOON);
  machine.wrongBy = -2 * HOUR;
  expect(await restarted().time()).toBeUndefined();
  await restarted().correct(NOON);
  expect(await restarted().time()).toBe(NOON);
});

test('of two systems on a machine, one sets the clock ahead: it is right again after an answer', async () => {
  const { machine, storage, restarted } = machineWith(0);
  await restarted().correct(NOON);
  machine.wrongBy = 2 * HOUR;
  expect(await restarted().time()).toBe(NOON + 2 * HOUR);
  machine.wrongBy = 0;
  expect(await restarted().time()).toBeUndefined();
  await restarted().correct(NOON);
  machine.passed = 10 * MINUTE;
  expect(await restarted().time()).toBe(NOON + 10 * MINUTE);
  expect(JSON.parse((await storage.read('clock'))!)).toMatchObject({ proven: NOON });
});

test('without a network, a clock that is set back is noticed, also after a restart, and a minute is tolerated', async () => {
  const { machine, clock, restarted } = machineWith(0);
  expect(await clock.time()).toBe(NOON);
  machine.wrongBy = -MINUTE;
  expect(await clock.time()).toBe(NOON - MINUTE);
  machine.wrongBy = -DAY;
  expect([await clock.time(), await restarted().time()]).toEqual([undefined, undefined]);
  machine.wrongBy = 1;
  expect(await restarted().time()).toBe(NOON + 1);
});

test('what was learned about a clock lets nobody go back behind a time that was seen', async () => {
  const { machine, clock, restarted } = machineWith(8 * DAY);
  await clock.correct(NOON);
  machine.passed = DAY;
  expect(await restarted().time()).toBe(NOON + DAY);
  machine.wrongBy = -MINUTE * 2;
  expect(await restarted().time()).toBeUndefined();
});

test('a signed time of the past moves the latest time forward only', async () => {
  const { machine, clock } = machineWith(0);
  await clock.atLeast(NOON + DAY);
  await clock.atLeast(NOON - DAY);
  expect(await clock.time()).toBeUndefined();
  machine.passed = DAY;
  expect(await clock.time()).toBe(NOON + DAY);
});

test('a time of a lease file ends what a clock that was ahead once has shown', async () => {
  const { machine, clock, restarted } = machineWith(400 * DAY);
  await clock.time();
  machine.wrongBy = 0;
  expect(await restarted().time()).toBeUndefined();
  const corrected = restarted();
  await corrected.correctByFile(NOON - HOUR);
  expect([await corrected.time(), await restarted().time()]).toEqual([NOON, NOON]);
  machine.wrongBy = -DAY;
  expect(await restarted().time()).toBeUndefined();
});

test('a time of a lease file does not undo what an answer has proven', async () => {
  const { machine, clock, restarted } = machineWith(0);
  await clock.correct(NOON);
  await clock.correctByFile(NOON - DAY);
  machine.wrongBy = -2 * HOUR;
  expect(await restarted().time()).toBeUndefined();
});

test('an answer that was signed before another one is not of now', async () => {
  const { clock, restarted } = machineWith(8 * DAY);
  expect(await clock.isPlausible(NOON)).toBe(true);
  await clock.correct(NOON);
  expect([await restarted().isPlausible(NOON - MINUTE), await restarted().isPlausible(NOON - DAY)]).toEqual([true, false]);
});

test('nonsense in the storage counts as nothing, and a storage that is full stops nobody', async () => {
  const { storage, restarted } = machineWith(0);
  for (const text of ['', '{', '[]', '{"latest": "x"}', '{"latest": null}', '{"latest": 1e999, "offset": "y"}']) {
    await storage.write('clock', text);
    expect(await restarted().time()).toBe(NOON);
  }
  storage.write = () => Promise.reject(new Error('ENOSPC'));
  const clock = restarted();
  await clock.correct(NOON + DAY);
  expect(await clock.time()).toBe(NOON + DAY);
});
