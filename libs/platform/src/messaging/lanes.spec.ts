import { capacityFor } from './lanes.ts';

test('at most ten jobs of a lane wait', () => {
  expect(capacityFor({ interactive: 0, bulk: 0, retry: 0 })).toEqual({ interactive: 10, bulk: 10 });
  expect(capacityFor({ interactive: 5, bulk: 0, retry: 0 })).toEqual({ interactive: 5, bulk: 10 });
  expect(capacityFor({ interactive: 70, bulk: 0, retry: 0 })).toEqual({ interactive: 0, bulk: 10 });
});

test('while jobs of a later lane wait, a lane is refilled only once it is empty', () => {
  expect(capacityFor({ interactive: 1, bulk: 1, retry: 0 })).toEqual({ interactive: 0, bulk: 9 });
  expect(capacityFor({ interactive: 1, bulk: 1, retry: 1 })).toEqual({ interactive: 0, bulk: 0 });
  expect(capacityFor({ interactive: 0, bulk: 0, retry: 30_000 })).toEqual({ interactive: 10, bulk: 10 });
});
