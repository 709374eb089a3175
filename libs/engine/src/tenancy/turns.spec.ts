import { Activity } from './activity.ts';
import { Turns } from './turns.ts';
import { RequestContext } from './request-context.ts';

const REST_MS = 40;
const context = new RequestContext({ tenant: 'busy' });

const { jest } = import.meta;
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function turns(activity = new Activity()): Turns {
  return new Turns({ places: 4, reserved: 0, maxPerTenant: 1, maxWaiting: 10, maxWaitMs: 5_000, restMs: REST_MS, activity });
}

/** Whether the next turn of the tenant has begun. */
function next(of: Turns): () => Promise<boolean> {
  let begun = false;
  void of.take(context).then(() => (begun = true));
  return async () => {
    await Promise.resolve();
    await Promise.resolve();
    return begun;
  };
}

test('alone, the next turn begins when the one before ends', async () => {
  const alone = turns();
  const end = await alone.take(context);
  const hasBegun = next(alone);
  expect(await hasBegun()).toBe(false);
  end();
  expect(await hasBegun()).toBe(true);
});

test('while another tenant is active, a tenant rests between turns', async () => {
  const activity = new Activity();
  activity.note('another', performance.now());
  const shared = turns(activity);
  const end = await shared.take(context);
  const hasBegun = next(shared);
  end();
  jest.advanceTimersByTime(REST_MS - 1);
  expect(await hasBegun()).toBe(false);
  jest.advanceTimersByTime(1);
  expect(await hasBegun()).toBe(true);
});
