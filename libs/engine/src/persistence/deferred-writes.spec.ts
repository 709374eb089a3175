import { DeferredWrites } from './deferred-writes.ts';

const { jest } = import.meta;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function counting(write: (values: Record<string, number>) => Promise<void> | void) {
  const failures: unknown[] = [];
  const writes: DeferredWrites<number> = new DeferredWrites({
    afterMs: 1_000,
    write: async (values) => write(Object.fromEntries(values)),
    failed: (error, values) => {
      failures.push(error);
      for (const [key, value] of values) count(key, value);
    },
  });
  const count = (key: string, value: number): void => writes.record(key, (writes.recorded(key) ?? 0) + value);
  return { writes, count, failures };
}

test('what is recorded for a while is written together, once', async () => {
  const written: unknown[] = [];
  const { count } = counting((values) => void written.push(values));
  count('a', 1);
  count('b', 1);
  count('a', 2);
  await jest.advanceTimersByTimeAsync(999);
  expect(written).toEqual([]);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(written).toEqual([{ a: 3, b: 1 }]);
});

test('the last value is written', async () => {
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
  const { writes, count } = counting(async (values) => {
    order.push(`begin ${Object.keys(values).join()}`);
    if ('a' in values) await first.promise;
    order.push(`end ${Object.keys(values).join()}`);
  });
  count('a', 1);
  void writes.flush();
  count('b', 1);
  const all = writes.flush();
  first.resolve();
  await all;
  expect(order).toEqual(['begin a', 'end a', 'begin b', 'end b']);
});

test('what could not be written can be recorded again, and is written with what came since', async () => {
  const written: unknown[] = [];
  let isBroken = true;
  const { writes, count, failures } = counting((values) => {
    if (isBroken) throw new Error('broken');
    written.push(values);
  });
  count('a', 1);
  await writes.flush();
  isBroken = false;
  count('a', 1);
  await writes.flush();
  expect([failures, written]).toEqual([[new Error('broken')], [{ a: 2 }]]);
});

test('a stop writes what is pending, and nothing is recorded afterwards', async () => {
  const written: unknown[] = [];
  const { writes, count } = counting((values) => void written.push(values));
  count('a', 1);
  await writes.stop();
  count('b', 1);
  await jest.advanceTimersByTimeAsync(10_000);
  await writes.flush();
  expect(written).toEqual([{ a: 1 }]);
});
