import { Clock } from '#kernel';
import { InMemorySubscriptions } from '#entitlements/testing';
import { AdvanceSubscriptions, AdvanceSubscriptionsHandler } from './advance-subscriptions.ts';

class Noon extends Clock {
  now(): Date {
    return new Date('2026-11-20T12:00:00Z');
  }
}

/** Always reports another due subscription. */
class EndlessSubscriptions extends InMemorySubscriptions {
  constructor(private readonly onStep: () => void) {
    super();
  }

  override async changeDue(): Promise<number> {
    this.onStep();
    return 1;
  }
}

test('advancing subscriptions stops after the step in which it is aborted', async () => {
  const stopping = new AbortController();
  let steps = 0;
  const subscriptions = new EndlessSubscriptions(() => ++steps === 3 && stopping.abort());
  const handler = new AdvanceSubscriptionsHandler(subscriptions, new Noon());
  expect(await handler.execute(new AdvanceSubscriptions(stopping.signal))).toBe(3);
});
