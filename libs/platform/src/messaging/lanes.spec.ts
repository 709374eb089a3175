import { roomFor } from './lanes.ts';

test('at most ten jobs of a lane wait', () => {
  expect(roomFor({ interactive: 0, bulk: 0, retry: 0 })).toEqual({ interactive: 10, bulk: 10 });
  expect(roomFor({ interactive: 5, bulk: 0, retry: 0 })).toEqual({ interactive: 5, bulk: 10 });
  expect(roomFor({ interactive: 70, bulk: 0, retry: 0 })).toEqual({ interactive: 0, bulk: 10 });
});

test('while jobs of a later lane wait, a lane is refilled only once it is empty', () => {
  expect(roomFor({ interactive: 1, bulk: 1, retry: 0 })).toEqual({ interactive: 0, bulk: 9 });
  expect(roomFor({ interactive: 1, bulk: 1, retry: 1 })).toEqual({ interactive: 0, bulk: 0 });
  expect(roomFor({ interactive: 0, bulk: 0, retry: 30_000 })).toEqual({ interactive: 10, bulk: 10 });
});
