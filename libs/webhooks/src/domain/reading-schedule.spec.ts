import { isGivenUp, nextReading } from './delivery-schedule.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const waitAfter = (failures: number): number => (nextReading(failures, NOW).getTime() - NOW.getTime()) / 1000;

test('reading is retried after 1, 2, 4 … seconds, then every ten minutes', () => {
  expect([1, 2, 3, 10, 11, 44].map(waitAfter)).toEqual([1, 2, 4, 512, 600, 600]);
});

test('it is given up after about six hours', () => {
  let [failures, seconds] = [0, 0];
  while (!isGivenUp(failures)) seconds += waitAfter((failures += 1));
  expect([failures, Math.round(seconds / 3600)]).toEqual([45, 6]);
});
