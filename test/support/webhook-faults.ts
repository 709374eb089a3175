import { randomness, shuffled } from '../races/randomness.ts';
import { eventName, violationsOf, type WebhookHistory } from './webhook-checker.ts';
import type { WebhookLoad } from './webhook-load.ts';

type Fault = () => Promise<unknown>;

/** Creates this many customers while the faults happen one after another, in an order and at moments that follow from the seed. */
export async function createDuringFaults(
  load: WebhookLoad,
  count: number,
  faults: readonly Fault[],
  seed: number,
): Promise<void> {
  const random = randomness(seed);
  const moments = faults.map(() => 1 + Math.floor(random() * (count - 1))).sort((a, b) => a - b);
  const upcoming = shuffled(faults, random);
  let happened = Promise.resolve<unknown>(undefined);
  const created = new AbortController();
  const reading = (async () => {
    while (!created.signal.aborted) await load.readFeed();
  })();
  try {
    await load.create(count, (number) => {
      while (moments[0] !== undefined && moments[0] <= number) {
        moments.shift();
        const fault = upcoming.shift()!;
        happened = happened.then(fault);
      }
    });
    await happened;
  } finally {
    created.abort();
    await reading;
  }
}

/** What the checker finds, and should find, if an event had not arrived at one of the endpoints; for each endpoint. */
export function withPlantedLosses(history: WebhookHistory): { readonly expected: string[][]; readonly found: string[][] } {
  const lost = history.committed[Math.floor(history.committed.length / 2)]!;
  const paths = [...history.received.keys()];
  const found = paths.map((path) => {
    const own = history.received.get(path)!.filter(({ body }) => eventName(body) !== lost);
    return violationsOf({ ...history, received: new Map([...history.received, [path, own]]) });
  });
  return { expected: paths.map((path) => [`${path}: ${lost} is lost`]), found };
}
