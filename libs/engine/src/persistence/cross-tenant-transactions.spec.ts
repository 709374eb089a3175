import { CrossTenantTransactions } from './cross-tenant-transactions.ts';

interface Call {
  readonly value: number;
  resolve(value: number): void;
  reject(error: unknown): void;
}

/** Shared transactions that store numbers, but none that is negative; and the batches that were tried. */
function open(maxSize = 10) {
  const batches: number[][] = [];
  const shared = new CrossTenantTransactions<Call>(async (calls) => {
    batches.push(calls.map(({ value }) => value));
    await new Promise(setImmediate);
    if (calls.some(({ value }) => value < 0)) throw new Error('refused');
    return () => calls.forEach(({ value, resolve }) => resolve(value));
  }, maxSize);
  const store = (value: number): Promise<number> => new Promise((resolve, reject) => shared.add({ value, resolve, reject }));
  return { batches, store };
}

test('calls that arrive during a transaction form the next ones, of a bounded size', async () => {
  const { batches, store } = open(3);
  const first = store(1);
  await new Promise(setImmediate);
  const others = [2, 3, 4, 5].map(store);
  expect(await Promise.all([first, ...others])).toEqual([1, 2, 3, 4, 5]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  expect(await store(6)).toBe(6);
});

test('a call that is refused fails alone', async () => {
  const { batches, store } = open();
  const outcomes = await Promise.allSettled([1, -2, 3].map(store));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([[1, -2, 3], [1], [-2], [3]]);
});
