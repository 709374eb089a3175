import { DeferredWrites } from './deferred-writes.ts';

const { jest } = import.meta;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function counting(write: (values: Record<string, number>) => Promise<void> | void) {
  const failures: unknown[] = [];
  const writes: DeferredWrites<number> = new DeferredWrites({
    afterMs: 1_000,
    write: async (values) => write(Object.fromEntries(values)),
    combine: (known, value) => known + value,
    failed: (error, values) => {
      failures.push(error);
      for (const [key, value] of values) writes.record(key, value);
    },
  });
  return { writes, failures };
}

test('what is recorded for a while is written together, once', async () => {
  const written: unknown[] = [];
  const { writes } = counting((values) => void written.push(values));
  writes.record('a', 1);
  writes.record('b', 1);
  writes.record('a', 2);
  await jest.advanceTimersByTimeAsync(999);
  expect(written).toEqual([]);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(written).toEqual([{ a: 3, b: 1 }]);
});

test('without `combine` the last value counts', async () => {
  const written: unknown[] = [];
  const writes = new DeferredWrites<string>({
    afterMs: 1,
    write: async (values) => void written.push([...values]),
    failed: () => undefined,
  });
  writes.record('a', 'first');
  writes.record('a', 'last');
  await writes.flush();
  expect(written).toEqual([[['a', 'last']]]);
});

test('a flush waits for the one before', async () => {
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const { writes } = counting(async (values) => {
    order.push(`begin ${Object.keys(values).join()}`);
    if ('a' in values) await first.promise;
    order.push(`end ${Object.keys(values).join()}`);
  });
  writes.record('a', 1);
  void writes.flush();
  writes.record('b', 1);
  const all = writes.flush();
  first.resolve();
  await all;
  expect(order).toEqual(['begin a', 'end a', 'begin b', 'end b']);
});

test('what could not be written can be recorded again, and is written with what came since', async () => {
  const written: unknown[] = [];
  let isBroken = true;
  const { writes, failures } = counting((values) => {
    if (isBroken) throw new Error('broken');
    written.push(values);
  });
  writes.record('a', 1);
  await writes.flush();
  isBroken = false;
  writes.record('a', 1);
  await writes.flush();
  expect([failures, written]).toEqual([[new Error('broken')], [{ a: 2 }]]);
});

test('a stop writes what is pending, and nothing is recorded afterwards', async () => {
  const written: unknown[] = [];
  const { writes } = counting((values) => void written.push(values));
  writes.record('a', 1);
  await writes.stop();
  writes.record('b', 1);
  await jest.advanceTimersByTimeAsync(10_000);
  await writes.flush();
  expect(written).toEqual([{ a: 1 }]);
});
