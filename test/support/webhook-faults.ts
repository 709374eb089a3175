import { setTimeout as pause } from 'node:timers/promises';
import { randomness, shuffled } from '../races/randomness.ts';
import { eventName, violationsOf, type WebhookHistory } from './webhook-checker.ts';
import { WebhookLoad } from './webhook-load.ts';

type Fault = () => Promise<unknown>;

const CUSTOMERS = 667;
/** Each customer has three events. */
const EVENTS = 3 * CUSTOMERS;
const FEED_POLL_MS = 20;

interface FaultTest {
  /** Decides when each fault happens, and in which order. */
  readonly seed: number;
  /** Of the processes under test. */
  readonly env?: Record<string, string>;
  readonly faults: (load: WebhookLoad) => readonly Fault[];
}

/** Creates customers during faults. Every webhook event must arrive, and the checker must find an event that did not. */
export async function expectNoLossDuring({ seed, env = {}, faults }: FaultTest): Promise<void> {
  await using load = await WebhookLoad.open(seed, env);
  await createDuringFaults(load, faults(load), seed);
  const history = await load.settled();
  expect(history.committed).toHaveLength(EVENTS);
  expect(violationsOf(history)).toEqual([]);
  const { expected, found } = withPlantedLosses(history);
  expect(found).toEqual(expected);
}

/** Creates customers while the faults happen one after another, in an order and at moments that follow from the seed. */
async function createDuringFaults(load: WebhookLoad, faults: readonly Fault[], seed: number): Promise<void> {
  const random = randomness(seed);
  const moments = faults.map(() => 1 + Math.floor(random() * (CUSTOMERS - 1))).sort((a, b) => a - b);
  const upcoming = shuffled(faults, random);
  let happened = Promise.resolve<unknown>(undefined);
  const created = new AbortController();
  const reading = (async () => {
    while (!created.signal.aborted) if (!(await load.readFeed())) await pause(FEED_POLL_MS);
  })();
  try {
    await load.create(CUSTOMERS, (number) => {
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
function withPlantedLosses(history: WebhookHistory): { readonly expected: string[][]; readonly found: string[][] } {
  const lost = history.committed[Math.floor(history.committed.length / 2)]!;
  const paths = [...history.received.keys()];
  const found = paths.map((path) => {
    const own = history.received.get(path)!.filter(({ body }) => eventName(body) !== lost);
    return violationsOf({ ...history, received: new Map([...history.received, [path, own]]) });
  });
  return { expected: paths.map((path) => [`${path}: ${lost} is lost`]), found };
}
