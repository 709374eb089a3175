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
  /** The environment of the processes under test. */
  readonly env?: Record<string, string>;
  readonly faults: (load: WebhookLoad) => readonly Fault[];
}

interface Outcome {
  readonly committed: number;
  readonly violations: readonly string[];
  /** Endpoints at which the checker would not notice that an event is lost. */
  readonly unnoticed: readonly string[];
}

/** Every event was delivered, and the checker would have noticed if one had not been. */
export const NOTHING_LOST: Outcome = { committed: EVENTS, violations: [], unnoticed: [] };

/** Creates customers during faults, and waits until all their events are delivered. */
export async function webhooksDuring({ seed, env = {}, faults }: FaultTest): Promise<Outcome> {
  await using load = await WebhookLoad.open(seed, env);
  await createDuringFaults(load, faults(load), seed);
  const history = await load.settled();
  return { committed: history.committed.length, violations: violationsOf(history), unnoticed: unnoticedLosses(history) };
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

/** The endpoints at which the checker does not find an event that is taken from what arrived there, or finds anything else. */
function unnoticedLosses(history: WebhookHistory): string[] {
  const lost = history.committed[Math.floor(history.committed.length / 2)]!;
  return [...history.received.keys()].filter((path) => {
    const others = history.received.get(path)!.filter(({ body }) => eventName(body) !== lost);
    const violations = violationsOf({ ...history, received: new Map([...history.received, [path, others]]) });
    return violations.join('\n') !== `${path}: ${lost} is lost`;
  });
}
