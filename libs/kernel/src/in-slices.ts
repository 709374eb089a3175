/** How long computations occupy the event loop, in milliseconds, before everybody else gets a turn. */
const SLICE_MS = 4;
/** Items between two looks at the clock. */
const STEP = 50;

/** When the first computation of this turn of the event loop began; undefined before. */
let turnStart: number | undefined;

/**
 * Interrupts long computations, so that others get their turn. Undefined while this turn of the event loop has time left; otherwise a
 * promise to wait for before the computation goes on. All computations of a turn share its time.
 */
export function pause(): Promise<void> | undefined {
  const now = performance.now();
  if (turnStart === undefined) {
    turnStart = now;
    setImmediate(() => (turnStart = undefined));
  }
  return now - turnStart < SLICE_MS ? undefined : new Promise((resolve) => void setImmediate(resolve));
}

/** Calls `visit` for each item, in slices. */
export async function forEachInSlices<T>(items: readonly T[], visit: (item: T, index: number) => void): Promise<void> {
  for (let index = 0; index < items.length; index++) {
    if (index % STEP === 0) await pause();
    visit(items[index]!, index);
  }
}

/** `items.map(map)`, in slices. */
export async function mapInSlices<T, U>(items: readonly T[], map: (item: T, index: number) => U): Promise<U[]> {
  const mapped: U[] = [];
  await forEachInSlices(items, (item, index) => mapped.push(map(item, index)));
  return mapped;
}
