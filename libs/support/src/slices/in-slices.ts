/** How long computations occupy the event loop, in milliseconds, before everybody else gets a turn. */
const SLICE_MS = 4;
/** Items between two looks at the clock. */
const STEP = 50;

/** For how long others have the event loop to themselves after a slice, in milliseconds. */
let restMs = (): number => 0;

/** Sets how the rest after a slice is determined, for the whole process. */
export function restBetweenSlices(determine: () => number): void {
  restMs = determine;
}

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
  if (now - turnStart < SLICE_MS) return undefined;
  const rest = restMs();
  return new Promise((resolve) => void (rest > 0 ? setTimeout(resolve, rest) : setImmediate(resolve)));
}

/** Whether it is time to look at the clock. What takes a few items only never waits: it is over sooner than a turn of somebody else. */
const isDue = (steps: number): boolean => steps > 0 && steps % STEP === 0;

/** Calls `visit` for each item, in slices. */
export async function forEachInSlices<T>(items: readonly T[], visit: (item: T, index: number) => void): Promise<void> {
  for (let index = 0; index < items.length; index++) {
    if (isDue(index)) await pause();
    visit(items[index]!, index);
  }
}

/** `items.map(map)`, in slices. */
export async function mapInSlices<T, U>(items: readonly T[], map: (item: T, index: number) => U): Promise<U[]> {
  const mapped: U[] = [];
  await forEachInSlices(items, (item, index) => mapped.push(map(item, index)));
  return mapped;
}

/** The same in place: each item is replaced, so that its memory can be used again while others are still to be mapped. */
export async function replaceInSlices<T, U>(items: T[], map: (item: T, index: number) => U): Promise<U[]> {
  const mapped = items as unknown[];
  await forEachInSlices(items, (item, index) => (mapped[index] = map(item, index)));
  return mapped as U[];
}

/** Carries out a computation, which yields wherever it may be interrupted, in slices. So rules stay synchronous. */
export async function computeInSlices<T>(computation: Iterator<void, T>): Promise<T> {
  for (let steps = 0; ; steps++) {
    if (isDue(steps)) await pause();
    const { done, value } = computation.next();
    if (done) return value;
  }
}
