import { BatchLoader } from './batch-loader.ts';

/** Answers in capitals what is asked for in small letters; knows nothing else. Keeps what it was asked. */
function aReader(): { asked: string[][]; reads: BatchLoader<string> } {
  const asked: string[][] = [];
  const reads = new BatchLoader(async (keys: string[]) => {
    asked.push(keys);
    if (keys.includes('broken')) throw new Error('unreadable');
    return new Map(keys.filter((key) => /^[a-z]$/.test(key)).map((key) => [key, key.toUpperCase()]));
  });
  return { asked, reads };
}

test('what is asked for in one turn is read at once, each key once, and everyone gets their own', async () => {
  const { asked, reads } = aReader();
  expect(await Promise.all(['a', 'b', 'a', 'c'].map((key) => reads.read(key)))).toEqual(['A', 'B', 'A', 'C']);
  expect(asked).toEqual([['a', 'b', 'c']]);
});

test('where there is nothing, nothing is what one gets', async () => {
  const { reads } = aReader();
  expect(await Promise.all([reads.read('a'), reads.read('?')])).toEqual(['A', undefined]);
});

test('nothing is remembered: the next turn reads anew', async () => {
  const { asked, reads } = aReader();
  await reads.read('a');
  await reads.read('a');
  expect(asked).toEqual([['a'], ['a']]);
});

test('what is asked for while a read is under way goes with the next one', async () => {
  const gates: (() => void)[] = [];
  const reads = new BatchLoader(
    (keys: string[]) =>
      new Promise<ReadonlyMap<string, number>>((answer) =>
        gates.push(() => answer(new Map(keys.map((key) => [key, gates.length])))),
      ),
  );
  const first = reads.read('a');
  await new Promise(setImmediate);
  const second = reads.read('a');
  await new Promise(setImmediate);
  expect(gates).toHaveLength(2);
  for (const open of gates) open();
  expect(await Promise.all([first, second])).toEqual([2, 2]);
});

test('a read that fails is told to everyone in it, and to nobody else', async () => {
  const { reads } = aReader();
  const together = await Promise.allSettled([reads.read('a'), reads.read('broken'), reads.read('a')]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await reads.read('a')).toBe('A');
});
