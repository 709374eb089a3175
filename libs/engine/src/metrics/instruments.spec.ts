import { ONLY_TIMEOUTS } from '../../../../test/support/fake-timers.ts';
import { collectMetrics } from './collection.ts';
import type { BacklogReads } from './instruments.ts';

const { jest } = import.meta;
afterEach(() => jest.useRealTimers());

const never = (): Promise<never> => new Promise(() => undefined);
const refused = (): Promise<never> => Promise.reject(new Error('refused'));

/** What waits, as it is when it is read. */
const waiting = { events: 0 };
const WORKING: BacklogReads = {
  database: async () => 1,
  outbox: async () => [{ lane: 'interactive', events: waiting.events, lagSeconds: waiting.events }],
  jobs: async () => ({ failed: waiting.events }),
};

async function watching(reads: Partial<BacklogReads>) {
  const { read, watchBacklog } = await collectMetrics('test');
  watchBacklog({ ...WORKING, ...reads });
  return async () => {
    const names = ['database_up', 'queue_up', 'outbox_events', 'outbox_lag_seconds', 'queue_jobs'];
    const metrics = await read();
    return names.map((name) => metrics.find((each) => each.name === `latchkey_${name}`)!.values[0]?.value);
  };
}

test('all gauges of the backlog have the values of the moment when they are read', async () => {
  const values = await watching({});
  for (const events of [3, 7]) {
    waiting.events = events;
    expect(await values()).toEqual([1, 1, events, events, events]);
  }
});

test.each<[part: string, reads: Partial<BacklogReads>, expected: (number | undefined)[]]>([
  ['queue', { jobs: refused }, [1, 0, 7, 7, undefined]],
  ['database', { database: refused, outbox: refused }, [0, 1, undefined, undefined, 7]],
])('while only the %s fails, the others have their values', async (_part, reads, expected) => {
  waiting.events = 7;
  expect(await (await watching(reads))()).toEqual(expected);
});

test('a part that never responds keeps the others waiting for two seconds, and is asked once', async () => {
  waiting.events = 7;
  let asked = 0;
  const values = await watching({ jobs: () => ((asked += 1), never()) });
  jest.useFakeTimers(ONLY_TIMEOUTS);
  for (let reading = 0; reading < 2; reading++) {
    const read = values();
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await read).toEqual([1, 0, 7, 7, undefined]);
  }
  expect(asked).toBe(1);
});
