import { BatchLoader } from './batch-loader.ts';

/** Loads lower-case letters as upper-case ones and nothing else. Records the keys of each batch. */
function upperCaseLoader(): { batches: string[][]; loader: BatchLoader<string> } {
  const batches: string[][] = [];
  const loader = new BatchLoader(async (keys: string[]) => {
    batches.push(keys);
    if (keys.includes('broken')) throw new Error('unreadable');
    return new Map(keys.filter((key) => /^[a-z]$/.test(key)).map((key) => [key, key.toUpperCase()]));
  });
  return { batches, loader };
}

test('concurrent look-ups become one read with each key once, and every caller gets its value', async () => {
  const { batches, loader } = upperCaseLoader();
  expect(await Promise.all(['a', 'b', 'a', 'c'].map((key) => loader.read(key)))).toEqual(['A', 'B', 'A', 'C']);
  expect(batches).toEqual([['a', 'b', 'c']]);
});

test('several keys are looked up in the same read, and the caller gets those that have a value', async () => {
  const { batches, loader } = upperCaseLoader();
  const looked = [loader.readAll(['b', '?', 'a']), loader.read('c'), loader.readAll([])] as const;
  const [some, one, none] = await Promise.all(looked);
  expect([[...some], one, none.size]).toEqual([
    [
      ['b', 'B'],
      ['a', 'A'],
    ],
    'C',
    0,
  ]);
  expect(batches).toEqual([['b', '?', 'a', 'c']]);
});

test('a key without a value is undefined', async () => {
  const { loader } = upperCaseLoader();
  expect(await Promise.all([loader.read('a'), loader.read('?')])).toEqual(['A', undefined]);
});

test('values are not cached: the next look-up reads again', async () => {
  const { batches, loader } = upperCaseLoader();
  await loader.read('a');
  await loader.read('a');
  expect(batches).toEqual([['a'], ['a']]);
});

test('look-ups during a read go into the next one', async () => {
  const pendingReads: (() => void)[] = [];
  const loader = new BatchLoader(
    (keys: string[]) =>
      new Promise<ReadonlyMap<string, number>>((resolve) =>
        pendingReads.push(() => resolve(new Map(keys.map((key) => [key, pendingReads.length])))),
      ),
  );
  const first = loader.read('a');
  await new Promise(setImmediate);
  const second = loader.read('a');
  await new Promise(setImmediate);
  expect(pendingReads).toHaveLength(2);
  for (const finish of pendingReads) finish();
  expect(await Promise.all([first, second])).toEqual([2, 2]);
});

test('a failed read rejects all of its callers and no others', async () => {
  const { loader } = upperCaseLoader();
  const together = await Promise.allSettled([loader.read('a'), loader.read('broken'), loader.readAll(['a', 'b'])]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await loader.read('a')).toBe('A');
});

test('look-ups in turn wait for the read in progress, and share the next one', async () => {
  const reads: { readonly keys: string[]; readonly finish: () => void }[] = [];
  const loader = new BatchLoader(
    (keys: string[]) =>
      new Promise<ReadonlyMap<string, string>>((resolve) =>
        reads.push({ keys, finish: () => resolve(new Map(keys.map((key) => [key, key.toUpperCase()]))) }),
      ),
    'turn',
  );
  const first = loader.read('a');
  await new Promise(setImmediate);
  const others = [loader.read('a'), loader.read('b')];
  await new Promise(setImmediate);
  const last = loader.read('c');
  expect(reads.map(({ keys }) => keys)).toEqual([['a']]);
  reads[0]!.finish();
  expect(await first).toBe('A');
  await new Promise(setImmediate);
  expect(reads.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b', 'c']]);
  reads[1]!.finish();
  expect(await Promise.all([...others, last])).toEqual(['A', 'B', 'C']);
});

test('many keys: those that have a value', async () => {
  const { batches, loader } = upperCaseLoader();
  const [some, others] = await Promise.all([loader.readAll(['a', '?']), loader.readAll(['b', 'a'])]);
  expect([...some]).toEqual([['a', 'A']]);
  expect([...others]).toEqual([
    ['b', 'B'],
    ['a', 'A'],
  ]);
  expect(batches).toEqual([['a', '?', 'b']]);
  expect(await loader.readAll([])).toEqual(new Map());
});

test('loaders that collect keys in the same macrotask begin to read together, each with the keys of its own', async () => {
  const begun: string[] = [];
  const loaderOf = (name: string, until?: 'turn') =>
    new BatchLoader<string>(async (keys) => {
      begun.push(`${name} ${keys.join()}`);
      process.nextTick(() => begun.push('packet'));
      return new Map(keys.map((key) => [key, name]));
    }, until);
  const [products, customers] = [loaderOf('product'), loaderOf('customer', 'turn')];
  const found = Promise.all([products.read('a'), customers.read('b'), products.read('c')]);
  expect([await found, begun]).toEqual([
    ['product', 'customer', 'product'],
    ['product a,c', 'customer b', 'packet', 'packet'],
  ]);
});
