import { Clock } from './clock.ts';
import { MemoryStorage } from './storage/memory-storage.ts';

const DAY = 24 * 3600;
const NOON = 1_780_315_200;

function clockAt(start: number) {
  const storage = new MemoryStorage();
  const time = { now: start };
  const open = () => new Clock(storage, () => time.now * 1000);
  return { time, storage, open, clock: open() };
}

test('a clock that is set back is noticed, also after a restart, and a minute is tolerated', async () => {
  const { time, clock, open } = clockAt(NOON);
  expect(await clock.wasSetBack()).toBe(false);
  time.now = NOON - 60;
  expect(await clock.wasSetBack()).toBe(false);
  time.now = NOON - DAY;
  expect([await clock.wasSetBack(), await open().wasSetBack()]).toEqual([true, true]);
  time.now = NOON + 1;
  expect(await open().wasSetBack()).toBe(false);
});

test('a clock that was ahead for a while is forgiven when the service says what time it is', async () => {
  const { time, clock } = clockAt(NOON + DAY);
  await clock.wasSetBack();
  time.now = NOON + 100;
  expect(await clock.wasSetBack()).toBe(true);
  await clock.correct(NOON + 100);
  expect(await clock.wasSetBack()).toBe(false);
});

test('a signed time of the past moves the latest time forward only', async () => {
  const { time, clock } = clockAt(NOON);
  await clock.atLeast(NOON + DAY);
  await clock.atLeast(NOON - DAY);
  expect(await clock.wasSetBack()).toBe(true);
  time.now = NOON + DAY;
  expect(await clock.wasSetBack()).toBe(false);
});

test('nonsense in the storage counts as nothing', async () => {
  const { storage, open } = clockAt(NOON);
  for (const text of ['', '{', '[]', '{"latest": "x"}', '{"latest": null}']) {
    await storage.write('clock', text);
    expect(await open().wasSetBack()).toBe(false);
  }
});
