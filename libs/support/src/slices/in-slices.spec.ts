import { computeInSlices, forEachInSlices, mapInSlices, pause, restBetweenSlices } from './in-slices.ts';

const MANY = 1_000;
/** Longer than a slice. */
const LONG_MS = 5;

/** Others compute until this turn of the event loop has no time left. */
async function useUpTurn(): Promise<void> {
  await pause();
  const end = performance.now() + LONG_MS;
  while (performance.now() < end);
}

/** Whether the computation ends without a turn of somebody else. */
async function endsInTurn(computation: () => Promise<unknown>): Promise<boolean> {
  await useUpTurn();
  const others = new Promise<'others'>((resolve) => void setImmediate(resolve, 'others'));
  const ended = await Promise.race([computation().then(() => 'ended'), others]);
  await others;
  return ended === 'ended';
}

function* steps(count: number): Generator<void, number> {
  for (let step = 0; step < count; step++) yield;
  return count;
}

const items = (count: number): number[] => Array.from({ length: count }, (_item, index) => index);

test.each([
  ['items', (count: number) => forEachInSlices(items(count), () => undefined)],
  ['mapped items', (count: number) => mapInSlices(items(count), (item) => item)],
  ['steps', (count: number) => computeInSlices(steps(count))],
])('few %s do not wait in a turn of the event loop that others used up, and many do', async (_what, compute) => {
  expect(await endsInTurn(() => compute(1))).toBe(true);
  expect(await endsInTurn(() => compute(40))).toBe(true);
  expect(await endsInTurn(() => compute(MANY))).toBe(false);
});

test('few items do not rest while another tenant is active', async () => {
  let rests = 0;
  restBetweenSlices(() => {
    rests += 1;
    return 0;
  });
  await useUpTurn();
  expect(await mapInSlices(items(3), (item) => 2 * item)).toEqual([0, 2, 4]);
  expect(rests).toBe(0);
  await mapInSlices(items(MANY), (item) => item);
  expect(rests).toBeGreaterThan(0);
  restBetweenSlices(() => 0);
});
